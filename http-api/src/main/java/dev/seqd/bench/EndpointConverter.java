package dev.seqd.bench;

import java.net.URI;
import java.net.URISyntaxException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the address of a node, without a slash at its end. */
public final class EndpointConverter implements ITypeConverter<String> {
    /** Made by picocli. */
    public EndpointConverter() {}

    @Override
    public String convert(String text) {
        String trimmed = text.strip().replaceFirst("/+$", "");
        if (!isAddress(trimmed)) {
            throw new TypeConversionException("an address looks like http://127.0.0.1:8080, not '" + text + "'");
        }
        return trimmed;
    }

    private static boolean isAddress(String text) {
        try {
            URI uri = new URI(text);
            boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            return http && uri.getHost() != null && uri.getRawQuery() == null && uri.getRawFragment() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
