package dev.seqd.client.micrometer;

import dev.seqd.client.SequenceStats;

/**
 * Counts that only ever grow, of one sequence or of many together.
 *
 * @param served values that calls were given
 * @param waits calls that had to wait
 * @param waitedNanos how long they waited
 * @param refills blocks that were granted
 * @param failedRefills requests for a block that failed
 * @param refusedAnswers those of them whose answer could not be believed
 * @param lost values that were given up
 */
record Figures(
        long served, long waits, long waitedNanos, long refills, long failedRefills, long refusedAnswers, long lost) {
    static final Figures NONE = new Figures(0, 0, 0, 0, 0, 0, 0);

    static Figures of(SequenceStats stats) {
        return new Figures(
                stats.served(),
                stats.waits(),
                stats.waited().toNanos(),
                stats.refills(),
                stats.failedRefills(),
                stats.refusedAnswers(),
                stats.lost());
    }

    Figures plus(Figures other) {
        return new Figures(
                served + other.served,
                waits + other.waits,
                waitedNanos + other.waitedNanos,
                refills + other.refills,
                failedRefills + other.failedRefills,
                refusedAnswers + other.refusedAnswers,
                lost + other.lost);
    }

    /** What was added to {@code former}; all of this if the client began to count anew since. */
    Figures since(Figures former) {
        Figures added = new Figures(
                served - former.served,
                waits - former.waits,
                waitedNanos - former.waitedNanos,
                refills - former.refills,
                failedRefills - former.failedRefills,
                refusedAnswers - former.refusedAnswers,
                lost - former.lost);
        return added.anyNegative() ? this : added;
    }

    private boolean anyNegative() {
        return (served | waits | waitedNanos | refills | failedRefills | refusedAnswers | lost) < 0;
    }
}
