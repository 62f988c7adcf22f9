package dev.seqd.bench;

import org.jspecify.annotations.Nullable;

/**
 * What a bench of one strict counter found.
 *
 * @param plan what was to be done
 * @param sequence the sequence's name
 * @param seqd what was measured of seqd
 * @param reference what was measured of PostgreSQL, null if nothing was
 */
record StrictReport(
        StrictPlan plan,
        String sequence,
        StrictFigures seqd,
        @Nullable StrictFigures reference) {
    /** Whether seqd kept its promises. */
    boolean passed() {
        return seqd.verdict().passed();
    }
}
