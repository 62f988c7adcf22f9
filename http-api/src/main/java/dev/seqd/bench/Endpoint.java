package dev.seqd.bench;

import java.net.URI;

/** Checks the address of a node as a flag gives it. */
public final class Endpoint {
    private Endpoint() {}

    /**
     * The address without blanks around it and slashes at its end.
     *
     * @param text such as {@code http://127.0.0.1:8080}
     * @throws IllegalArgumentException if it is no address of HTTP; the message is one line that names the flag
     */
    public static String of(String text) {
        String trimmed = text.strip().replaceFirst("/+$", "");
        if (!isHttp(trimmed)) {
            throw new IllegalArgumentException(
                    "--endpoint must be an address such as http://127.0.0.1:8080, not '" + text + "'");
        }
        return trimmed;
    }

    private static boolean isHttp(String text) {
        try {
            URI uri = URI.create(text);
            boolean http = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            return http && uri.getHost() != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
