package dev.seqd.core;

/**
 * A place in a counter's order, which is by epoch, then lap, then value in the counter's direction. Floors, marks and a
 * caller's last value are positions.
 *
 * @param epoch from 1; a newer epoch comes after everything of an older one
 * @param lap from 1; one run from bound to bound of a cycling counter
 * @param value the value itself
 */
public record Position(long epoch, long lap, long value) {
    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if epoch or lap is below 1
     */
    public Position {
        if (epoch < 1 || lap < 1) {
            throw new IllegalArgumentException("epoch " + epoch + " and lap " + lap + " must be at least 1");
        }
    }

    /** Whether this comes strictly after {@code other} for a counter of the given direction. */
    public boolean isBeyond(Position other, boolean ascending) {
        if (epoch != other.epoch) {
            return epoch > other.epoch;
        }
        if (lap != other.lap) {
            return lap > other.lap;
        }
        return ascending ? value > other.value : value < other.value;
    }
}
