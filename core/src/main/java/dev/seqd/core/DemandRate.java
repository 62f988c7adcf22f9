package dev.seqd.core;

/**
 * How many values a second were lately used. Counts fall into 60 one-second buckets and are divided by the time really
 * observed.
 *
 * <p>Where each use is seen, the larger of the whole window and of the last three seconds counts, because the whole window
 * alone reads a jump from 10 to 5,000 a second as 93 after one second. Where uses arrive in batches, each of them the stock
 * of many seconds, a short window would take a batch for a burst: then a whole minute counts, from the first batch on.
 *
 * <p>Not thread-safe; its owner confines it.
 */
public final class DemandRate {
    private static final int BUCKETS = 60;
    private static final int SHORT_BUCKETS = 3;
    private static final long SECOND_NANOS = 1_000_000_000L;

    private static final double LEAST_SECONDS_OF_USES = 1;
    private static final double LEAST_SECONDS_OF_BATCHES = 60;

    private final long[] counts = new long[BUCKETS];
    private final long originNanos;
    private final boolean batches;
    private long elapsedNanos;
    private long current;

    private DemandRate(long nowNanos, boolean batches) {
        this.originNanos = nowNanos;
        this.batches = batches;
    }

    /** A window over single uses that begins at {@code nowNanos} of the caller's {@link Ticker}. */
    public static DemandRate ofUses(long nowNanos) {
        return new DemandRate(nowNanos, false);
    }

    /** A window over batches of uses that begins at {@code nowNanos} of the caller's {@link Ticker}. */
    public static DemandRate ofBatches(long nowNanos) {
        return new DemandRate(nowNanos, true);
    }

    /** Notes that {@code count} values, 0 or more, were used at {@code nowNanos}. */
    public void add(long count, long nowNanos) {
        advance(nowNanos);
        int bucket = (int) (current % BUCKETS);
        counts[bucket] = saturatedAdd(counts[bucket], count);
    }

    /** Values a second as of {@code nowNanos}; 0 when nothing was used within the last minute. */
    public double perSecond(long nowNanos) {
        advance(nowNanos);
        return batches
                ? over(BUCKETS, LEAST_SECONDS_OF_BATCHES)
                : Math.max(over(BUCKETS, LEAST_SECONDS_OF_USES), over(SHORT_BUCKETS, LEAST_SECONDS_OF_USES));
    }

    private double over(int buckets, double leastSeconds) {
        double sum = 0;
        long oldest = Math.max(0, current - buckets + 1);
        for (long second = oldest; second <= current; second++) {
            sum += counts[(int) (second % BUCKETS)];
        }
        double observedNanos = elapsedNanos - oldest * (double) SECOND_NANOS;
        return sum / Math.max(leastSeconds, observedNanos / SECOND_NANOS);
    }

    /** The window moves before it is read or written. A clock that seems to go back leaves it where it is. */
    private void advance(long nowNanos) {
        elapsedNanos = Math.max(elapsedNanos, nowNanos - originNanos);
        long second = elapsedNanos / SECOND_NANOS;
        long stale = Math.min(second - current, BUCKETS);
        for (long i = 1; i <= stale; i++) {
            counts[(int) ((second - stale + i) % BUCKETS)] = 0;
        }
        current = second;
    }

    private static long saturatedAdd(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
