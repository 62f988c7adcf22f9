package dev.seqd.core;

import org.jspecify.annotations.Nullable;

/**
 * The lowest and highest value that a sequence ever handed out, in all its epochs.
 *
 * @param lowest the lowest
 * @param highest the highest
 */
public record Extremes(long lowest, long highest) {
    /**
     * Checks the order.
     *
     * @throws IllegalArgumentException if the lowest is above the highest
     */
    public Extremes {
        if (lowest > highest) {
            throw new IllegalArgumentException("extremes " + lowest + " and " + highest + " are out of order");
        }
    }

    /**
     * The extremes with two ends, or null without.
     *
     * @throws IllegalArgumentException if there is only one, or they are out of order
     */
    public static @Nullable Extremes ofNullable(@Nullable Long lowest, @Nullable Long highest) {
        if (lowest == null && highest == null) {
            return null;
        }
        if (lowest == null || highest == null) {
            throw new IllegalArgumentException("extremes " + lowest + " and " + highest + " are not whole");
        }
        return new Extremes(lowest, highest);
    }

    /** The extremes so far, null for none, widened by a range. */
    static Extremes including(@Nullable Extremes before, Block range) {
        long low = Math.min(range.first(), range.last());
        long high = Math.max(range.first(), range.last());
        return before == null
                ? new Extremes(low, high)
                : new Extremes(Math.min(before.lowest, low), Math.max(before.highest, high));
    }

    /** The extremes so far, null for none, widened by a value. */
    static Extremes including(@Nullable Extremes before, long value) {
        return before == null
                ? new Extremes(value, value)
                : new Extremes(Math.min(before.lowest, value), Math.max(before.highest, value));
    }

    /** The extreme that values of the given direction must go beyond. */
    public long towards(boolean ascending) {
        return ascending ? highest : lowest;
    }

    /** Whether a value lies beyond all of them in the given direction. */
    public boolean areBehind(long value, boolean ascending) {
        return ascending ? value > highest : value < lowest;
    }
}
