package dev.seqd.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A text with names in double braces, in whose place values come. Immutable. */
record Template(String text) {
    private static final Pattern NAME = Pattern.compile("\\{\\{([A-Za-z]+)}}");

    /** One of the page's texts. */
    static Template named(String name) {
        try (InputStream in = Template.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalArgumentException("no template " + name);
            }
            return new Template(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The text with all values.
     *
     * @throws IllegalArgumentException if one is missing
     */
    String fill(Map<String, String> values) {
        return NAME.matcher(text).replaceAll(name -> Matcher.quoteReplacement(value(values, name.group(1))));
    }

    private static String value(Map<String, String> values, String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no value for {{" + name + "}}");
        }
        return value;
    }
}
