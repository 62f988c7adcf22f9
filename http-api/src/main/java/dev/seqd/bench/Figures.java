package dev.seqd.bench;

/**
 * What members counted.
 *
 * @param journalWrites raises of a mark that were journaled
 * @param grants blocks handed to clients
 * @param valuesGranted values in these blocks
 * @param valuesRaised values by which the marks were raised
 */
record Figures(long journalWrites, long grants, long valuesGranted, long valuesRaised) {
    static final Figures NONE = new Figures(0, 0, 0, 0);

    /**
     * Reads a member's answer.
     *
     * @throws IllegalArgumentException if it lacks one of the counters
     */
    static Figures of(MetricsText metrics) {
        return new Figures(
                metrics.counter("seqd_journal_writes_total"),
                metrics.counter("seqd_blocks_granted_total"),
                metrics.counter("seqd_values_granted_total"),
                metrics.counter("seqd_values_raised_total"));
    }

    Figures plus(Figures other) {
        return new Figures(
                journalWrites + other.journalWrites,
                grants + other.grants,
                valuesGranted + other.valuesGranted,
                valuesRaised + other.valuesRaised);
    }

    Figures minus(Figures other) {
        return new Figures(
                journalWrites - other.journalWrites,
                grants - other.grants,
                valuesGranted - other.valuesGranted,
                valuesRaised - other.valuesRaised);
    }

    /** Whether any counter is lower than it was: the process that counts is a new one. */
    boolean restartedSince(Figures before) {
        return journalWrites < before.journalWrites
                || grants < before.grants
                || valuesGranted < before.valuesGranted
                || valuesRaised < before.valuesRaised;
    }
}
