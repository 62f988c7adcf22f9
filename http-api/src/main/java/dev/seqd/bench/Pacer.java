package dev.seqd.bench;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * The schedule of one process: an open loop in which the n-th call is due {@code n / rate} seconds after the start, whether
 * or not the calls before it have returned. Who falls behind catches up, by at most {@value #MAX_BACKLOG_SECONDS} s; what
 * would be later than that is given up and counted as missed.
 *
 * <p>Thread-safe; its lock is a leaf.
 */
final class Pacer {
    /** How far behind its schedule a process may be and still catch up. */
    static final int MAX_BACKLOG_SECONDS = 1;

    private static final double NANOS = 1e9;

    private final double perSecond;
    private final long startNanos;

    @GuardedBy("this")
    private long settled;

    @GuardedBy("this")
    private long missed;

    @GuardedBy("this")
    private long maxLagNanos;

    /** A schedule of {@code perSecond} calls, more than 0, that begins at {@code startNanos}. */
    Pacer(double perSecond, long startNanos) {
        if (!(perSecond > 0)) {
            throw new IllegalArgumentException("a rate must be above 0, not " + perSecond);
        }
        this.perSecond = perSecond;
        this.startNanos = startNanos;
    }

    /** Whether a call is due; if so, it is the caller's to make now. */
    synchronized boolean take(long nowNanos) {
        double elapsed = nowNanos - startNanos;
        long due = (long) Math.floor(elapsed / NANOS * perSecond);
        long backlog = due - settled;
        if (backlog < 1) {
            return false;
        }
        long givenUp = Math.max(0, backlog - Math.max(1, (long) (perSecond * MAX_BACKLOG_SECONDS)));
        missed += givenUp;
        settled += givenUp + 1;
        double dueNanos = settled / perSecond * NANOS;
        maxLagNanos = Math.max(maxLagNanos, (long) (elapsed - dueNanos));
        return true;
    }

    /** How well the schedule was kept since this was last asked. */
    synchronized Punctuality takePunctuality() {
        Punctuality since = new Punctuality(missed, maxLagNanos);
        missed = 0;
        maxLagNanos = 0;
        return since;
    }

    /**
     * How well a schedule was kept.
     *
     * @param missed calls that were given up
     * @param maxLagNanos by how much the latest call began after it was due
     */
    record Punctuality(long missed, long maxLagNanos) {}
}
