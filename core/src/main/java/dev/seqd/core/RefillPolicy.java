package dev.seqd.core;

import java.time.Duration;

/**
 * When a tier asks for more values, and for how many. It wants more when what it holds lasts for less than {@code buffer}
 * at the measured rate, and then fills up to {@code target}. Sizes begin at {@code min}, grow up to sixteenfold at a time,
 * so that one large request does not pass for a lasting demand, and shrink by half at a time. A demand too large for
 * {@code max} refills when half of it is used.
 *
 * @param min the smallest amount asked for, as far as {@code max} has room for it; at least 1
 * @param max the most values held, at least {@code min}
 * @param buffer how long the remaining values must last, or more are asked for; positive
 * @param target how long a full store lasts, at least {@code buffer}
 */
public record RefillPolicy(long min, long max, Duration buffer, Duration target) {
    private static final double NANOS = 1e9;
    private static final long GROWTH = 16;
    private static final long SOON = 8;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a parameter is out of its range
     */
    public RefillPolicy {
        if (min < 1 || max < min) {
            throw new IllegalArgumentException("refill sizes need 1 <= min <= max, not " + min + " and " + max);
        }
        if (buffer.isNegative() || buffer.isZero() || target.compareTo(buffer) < 0) {
            throw new IllegalArgumentException(
                    "refill times need 0 < buffer <= target, not " + buffer + " and " + target);
        }
    }

    /** Whether {@code held} values are too few at {@code rate} values a second. */
    public boolean wantsMore(long held, double rate) {
        return held < threshold(rate);
    }

    /** The number of values below which more are asked for. */
    public long threshold(double rate) {
        return Math.min(max - max / 2, Math.max(min - min / 2, over(buffer, rate)));
    }

    /**
     * How many values to ask for.
     *
     * @param held what is left, at least 0
     * @param rate the measured demand in values a second
     * @param previous the amount of the refill before, 0 for none
     * @return at least 1; with what is held no more than {@code max}, unless that is held already
     */
    public long amount(long held, double rate, long previous) {
        long wanted = Math.max(over(target, rate) - held, previous / 2);
        long reachable = previous > max / GROWTH ? max : previous * GROWTH;
        return Math.max(1, Math.min(max - held, Math.max(min, Math.min(wanted, reachable))));
    }

    /**
     * How many values to ask for when each refill is costly. One that comes within {@code buffer} of the one before shows
     * that the demand is still growing, or not yet known: then at least {@value #SOON} times as many as before.
     *
     * @param held what is left, at least 0
     * @param rate the measured demand in values a second
     * @param previous the amount of the refill before, 0 for none
     * @param agoNanos how long ago that was
     * @return as {@link #amount}
     */
    public long costlyAmount(long held, double rate, long previous, long agoNanos) {
        long usual = amount(held, rate, previous);
        if (previous == 0 || agoNanos >= buffer.toNanos()) {
            return usual;
        }
        long more = previous > max / SOON ? max : previous * SOON;
        return Math.max(usual, Math.min(more, max - Math.min(held, max)));
    }

    private static long over(Duration time, double rate) {
        return (long) Math.ceil(rate * (time.getSeconds() + time.getNano() / NANOS));
    }
}
