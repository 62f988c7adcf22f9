package dev.seqd.benchmarks;

import org.HdrHistogram.Histogram;

/** How long the calls of one subject took. Confined to the thread that calls. */
final class Lane {
    /** From here on a call counts as stalled. */
    static final long STALL_NANOS = 1_000_000;

    private static final long LONGEST_NANOS = 60_000_000_000L;
    private static final int DIGITS = 3;

    private final Histogram durations = new Histogram(LONGEST_NANOS, DIGITS);
    private final Histogram responses = new Histogram(LONGEST_NANOS, DIGITS);
    private long stalled;
    private long late;

    /** Notes a call: when it was due, began and ended. */
    void note(long dueNanos, long beginNanos, long endNanos) {
        long duration = endNanos - beginNanos;
        long response = endNanos - dueNanos;
        durations.recordValue(Math.min(LONGEST_NANOS, Math.max(0, duration)));
        responses.recordValue(Math.min(LONGEST_NANOS, Math.max(0, response)));
        if (duration > STALL_NANOS) {
            stalled++;
        }
        if (response > STALL_NANOS) {
            late++;
        }
    }

    /** What was noted so far. */
    StallsResult.Calls figures() {
        return new StallsResult.Calls(durations.getTotalCount(), stalled, figures(durations), late, figures(responses));
    }

    private static StallsResult.Latency figures(Histogram nanos) {
        return new StallsResult.Latency(
                nanos.getValueAtPercentile(50),
                nanos.getValueAtPercentile(99),
                nanos.getValueAtPercentile(99.9),
                nanos.getMaxValue());
    }
}
