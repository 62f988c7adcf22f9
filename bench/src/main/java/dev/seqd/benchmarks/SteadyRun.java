package dev.seqd.benchmarks;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * One thread that calls two subjects in turn, by a schedule that is laid down beforehand: in each period a call of the first
 * is due, and half a period later one of the second. It waits busily, so that no timer's lateness is measured. Whatever a
 * call waits for, the schedule goes on: calls that became due meanwhile are made at once, one after the other.
 *
 * <p>Each call is timed twice: from its begin, and from when it was due, as somebody feels it who does not wait for the
 * call before. The second time leaves nothing out that a stall delays. Confined to one thread.
 */
final class SteadyRun {
    private static final double SECOND_NANOS = 1e9;
    /** By how much a run may be longer than planned, when the machine cannot keep up. */
    private static final double PATIENCE = 1.5;

    private final LongSupplier first;
    private final LongSupplier second;
    private final double halfPeriodNanos;
    private final long perSecond;

    SteadyRun(LongSupplier first, LongSupplier second, long perSecond) {
        this.first = first;
        this.second = second;
        this.perSecond = perSecond;
        this.halfPeriodNanos = SECOND_NANOS / perSecond / 2;
    }

    /**
     * Calls for a while.
     *
     * @return how many calls of the first subject it made in a second
     */
    double run(Duration time, Lane firstLane, Lane secondLane) {
        long periods = (long) (time.toNanos() / SECOND_NANOS * perSecond);
        long start = System.nanoTime();
        long end = start + (long) (time.toNanos() * PATIENCE);
        long period = 0;
        while (period < periods && System.nanoTime() - end < 0) {
            call(first, start + (long) (2 * period * halfPeriodNanos), firstLane);
            call(second, start + (long) ((2 * period + 1) * halfPeriodNanos), secondLane);
            period++;
        }
        return period * SECOND_NANOS / (System.nanoTime() - start);
    }

    private static void call(LongSupplier subject, long dueNanos, Lane lane) {
        long begin = System.nanoTime();
        while (begin - dueNanos < 0) {
            Thread.onSpinWait();
            begin = System.nanoTime();
        }
        Sink.consume(subject.getAsLong());
        lane.note(dueNanos, begin, System.nanoTime());
    }
}
