package dev.seqd.core;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;

/**
 * The name of a sequence: 1 to 200 bytes of UTF-8 in Unicode normal form C, letters and digits of any script and
 * {@code _ . - $ # : @}, not starting with {@code .}; case-sensitive. The one rule holds at every edge, so whatever carries
 * a name (URL, journal id, cache key) can take it as it is.
 *
 * @param value the name itself
 */
public record SequenceName(String value) implements Comparable<SequenceName> {
    private static final int MAX_BYTES = 200;
    private static final String PUNCTUATION = "_.-$#:@";

    /**
     * Checks the rule.
     *
     * @throws SeqdException {@code invalid-name}, saying which part of the rule is broken; the text never repeats the name
     */
    public SequenceName {
        if (value.isEmpty()) {
            throw invalid("must not be empty");
        }
        int characters = value.codePointCount(0, value.length());
        if (characters > MAX_BYTES) {
            throw invalid("must have at most 200 characters, this one has " + characters);
        }
        if (value.charAt(0) == '.') {
            throw invalid("must not start with '.'");
        }
        value.codePoints().filter(c -> !isAllowed(c)).findFirst().ifPresent(SequenceName::refuse);
        if (!Normalizer.isNormalized(value, Normalizer.Form.NFC)) {
            throw invalid("must be in Unicode normal form C");
        }
        int bytes = value.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_BYTES) {
            throw invalid("must have at most 200 bytes in UTF-8, this one has " + bytes);
        }
    }

    private static boolean isAllowed(int codePoint) {
        return Character.isLetter(codePoint) || Character.isDigit(codePoint) || PUNCTUATION.indexOf(codePoint) >= 0;
    }

    private static void refuse(int codePoint) {
        throw invalid(String.format(
                Locale.ROOT, "may hold letters, digits and %s only, not the character U+%04X", PUNCTUATION, codePoint));
    }

    private static SeqdException invalid(String rule) {
        return new SeqdException(SeqdError.INVALID_NAME, "a sequence name " + rule);
    }

    @Override
    public int compareTo(SequenceName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
