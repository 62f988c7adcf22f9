package dev.seqd.client;

import dev.seqd.core.DemandRate;

/**
 * The demand for one sequence, read off running totals now and then, so that the calls themselves need no clock. What
 * came together since the last look is spread evenly over the time since then.
 *
 * <p>One large call is no sign of many: what was asked for in bulk counts by its average over about a minute, and does
 * not make a peak. In the first seconds the time observed is too short to be divided by, so that all of it counts as ten
 * seconds. Not thread-safe.
 */
final class Demand {
    private static final double SECOND_NANOS = 1e9;
    private static final double WINDOW_SECONDS = 60;
    private static final double FIRST_SECONDS = 10;

    private final long originNanos;
    private final DemandRate rate;
    private long singles;
    private long bulk;
    private double recentBulk;
    private long seenAtNanos;
    private long usedAtNanos;

    /** No demand so far, observed from {@code nowNanos} on. */
    Demand(long nowNanos) {
        this.originNanos = nowNanos;
        this.rate = DemandRate.ofUses(nowNanos);
        this.seenAtNanos = nowNanos;
        this.usedAtNanos = nowNanos;
    }

    /**
     * How many values were asked for, ever.
     *
     * @param singles by calls for one value
     * @param bulk by calls for several
     */
    record Totals(long singles, long bulk) {}

    /** Notes the totals as of {@code nowNanos}. */
    void sample(Totals totals, long nowNanos) {
        double elapsed = Math.max(0, nowNanos - seenAtNanos) / SECOND_NANOS;
        long freshSingles = Math.max(0, totals.singles() - singles);
        long freshBulk = Math.max(0, totals.bulk() - bulk);
        spread(freshSingles, elapsed, nowNanos);
        recentBulk = recentBulk * Math.exp(-elapsed / WINDOW_SECONDS) + freshBulk;
        singles += freshSingles;
        bulk += freshBulk;
        seenAtNanos = nowNanos;
        if (freshSingles + freshBulk > 0) {
            usedAtNanos = nowNanos;
        }
    }

    /** Adds a share for each second of the window, at the middle of the time that it stands for. */
    private void spread(long fresh, double elapsed, long nowNanos) {
        double window = Math.min(WINDOW_SECONDS, elapsed);
        double within = elapsed > window ? fresh * (window / elapsed) : fresh;
        int shares = (int) Math.max(1, Math.ceil(window));
        for (int i = shares - 1; i >= 0 && fresh > 0; i--) {
            long share = Math.round(within * (shares - i) / shares) - Math.round(within * (shares - i - 1) / shares);
            rate.add(share, nowNanos - (long) (SECOND_NANOS * window * (i + 0.5) / shares));
        }
    }

    /** Values a second. */
    double perSecond(long nowNanos) {
        boolean early = nowNanos - originNanos < FIRST_SECONDS * SECOND_NANOS;
        return recentBulk / WINDOW_SECONDS + (early ? singles / FIRST_SECONDS : rate.perSecond(nowNanos));
    }

    /** Whether nothing was asked for within the window. */
    boolean idle(long nowNanos) {
        return nowNanos - usedAtNanos > WINDOW_SECONDS * SECOND_NANOS;
    }
}
