package dev.seqd.bench;

import java.util.HashMap;
import java.util.Map;

/**
 * A member's {@code /metrics}: Prometheus' text format, of which only names and values are read. The values of one name are
 * added up over its labels. See "Exposition formats" in Prometheus' documentation.
 */
final class MetricsText {
    private final Map<String, Double> sums = new HashMap<>();

    private MetricsText() {}

    /**
     * Reads a whole answer.
     *
     * @throws IllegalArgumentException if a line is neither a comment nor a sample
     */
    static MetricsText parse(String text) {
        MetricsText metrics = new MetricsText();
        text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && line.charAt(0) != '#')
                .forEach(metrics::add);
        return metrics;
    }

    private void add(String line) {
        int nameEnd = nameEnd(line);
        String rest = line.substring(labelsEnd(line, nameEnd)).strip();
        String value = rest.split("\\s+", 2)[0];
        try {
            sums.merge(line.substring(0, nameEnd), number(value), Double::sum);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("no metric sample: " + line, e);
        }
    }

    private static int nameEnd(String line) {
        int end = 0;
        while (end < line.length() && line.charAt(end) != '{' && !Character.isWhitespace(line.charAt(end))) {
            end++;
        }
        return end;
    }

    /** Where the labels in braces end; a quoted label value may hold braces and escaped quotes. */
    private static int labelsEnd(String line, int start) {
        if (start == line.length() || line.charAt(start) != '{') {
            return start;
        }
        boolean quoted = false;
        for (int i = start + 1; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == '}' && !quoted) {
                return i + 1;
            }
        }
        throw new IllegalArgumentException("no metric sample, its labels do not end: " + line);
    }

    private static double number(String value) {
        return switch (value) {
            case "+Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(value);
        };
    }

    /**
     * A counter's value.
     *
     * @throws IllegalArgumentException if there is none of the name; a counter that is not there is not taken for 0
     */
    long counter(String name) {
        Double sum = sums.get(name);
        if (sum == null) {
            throw new IllegalArgumentException("there is no " + name);
        }
        return Math.round(sum);
    }
}
