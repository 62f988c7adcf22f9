package dev.seqd.bench;

import dev.seqd.core.SequenceName;
import java.util.Locale;

/**
 * How a bench calls its sequences: the prefix and the rank in at least five digits.
 *
 * @param prefix what all names begin with
 */
record SequenceNames(String prefix) {
    /**
     * Checks that the names follow the rule.
     *
     * @throws dev.seqd.core.SeqdException {@code invalid-name}
     */
    SequenceNames {
        SequenceName longest = new SequenceName(nameOf(prefix, Integer.MAX_VALUE));
        assert longest.value().startsWith(prefix);
    }

    String of(int rank) {
        return nameOf(prefix, rank);
    }

    private static String nameOf(String prefix, int rank) {
        return String.format(Locale.ROOT, "%s%05d", prefix, rank);
    }
}
