package dev.seqd.allocator;

/**
 * Whether a recovered journal proves its mark: its last event must be the very one that the head table names. A head
 * that is ahead may be another writer's newer event, so it is recovered once more; when that does not help, events are
 * missing. Lives as long as its Counter, across the journal's restarts. Not thread-safe.
 */
final class RecoveryProof {
    enum Verdict {
        PROVEN,
        AGAIN,
        CORRUPT
    }

    private long previouslyRecovered = -1;

    /**
     * Judges a recovery.
     *
     * @param recovered the number of the last event that was replayed, 0 for none
     * @param head the number in the head table, read after the replay, 0 for no row
     */
    Verdict judge(long recovered, long head) {
        if (recovered == head) {
            previouslyRecovered = -1;
            return Verdict.PROVEN;
        }
        boolean headIsAhead = head > recovered;
        boolean movedSince = recovered != previouslyRecovered;
        previouslyRecovered = recovered;
        return headIsAhead && movedSince ? Verdict.AGAIN : Verdict.CORRUPT;
    }
}
