package dev.seqd.allocator;

import java.util.concurrent.atomic.LongAdder;

/**
 * What the Counters and journals of this node did since it started. Thread-safe; whoever publishes metrics reads it.
 *
 * @param journalWrites events committed to the journal
 * @param valuesRaised values that committed raises made the property of a Counter here
 * @param valuesBurnt values given up without being handed out: left in a reserve when it had to go, or of a raise whose
 *     outcome was unknown
 * @param unknownRaises raises whose outcome was unknown, so that their range is never used
 * @param fenceRejections writes that the fence or the primary key refused because another node had written first
 * @param regressions times a caller knew of values that the journal did not, and the mark was moved past them
 * @param corruptions times a journal was found that does not prove its mark
 * @param standIns times this node began to stand in for an owner that did not answer
 * @param databaseLosses times the database was found to have lost commits
 * @param eventsCompacted old events that were deleted
 * @param counters Counters that are in memory now
 * @param recoveriesWaiting how many of them wait for their turn to recover
 */
public record AllocatorCounts(
        LongAdder journalWrites,
        LongAdder valuesRaised,
        LongAdder valuesBurnt,
        LongAdder unknownRaises,
        LongAdder fenceRejections,
        LongAdder regressions,
        LongAdder corruptions,
        LongAdder standIns,
        LongAdder databaseLosses,
        LongAdder eventsCompacted,
        LongAdder counters,
        LongAdder recoveriesWaiting) {
    /** All at 0. */
    public AllocatorCounts() {
        this(
                new LongAdder(),
                new LongAdder(),
                new LongAdder(),
                new LongAdder(),
                new LongAdder(),
                new LongAdder(),
                new LongAdder(),
                new LongAdder(),
                new LongAdder(),
                new LongAdder(),
                new LongAdder(),
                new LongAdder());
    }
}
