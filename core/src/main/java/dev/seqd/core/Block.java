package dev.seqd.core;

import java.util.Optional;

/**
 * A range of a sequence's values that is handed out at once: {@code first}, {@code first + increment}, ... A block lies
 * within one epoch and one lap, never spans a wrap, and all its values are exact 64-bit integers.
 *
 * @param first the first value
 * @param increment the step, not 0; its sign is the counter's direction
 * @param count how many values, at least 1
 * @param epoch the epoch of all values, at least 1
 * @param lap the lap of all values, at least 1
 */
public record Block(long first, long increment, long count, long epoch, long lap) {
    /**
     * Checks that every value of the block exists.
     *
     * @throws IllegalArgumentException if the increment is 0, count, epoch or lap is below 1, or the last value is no
     *     64-bit integer
     */
    public Block {
        if (increment == 0 || count < 1 || epoch < 1 || lap < 1) {
            throw new IllegalArgumentException(
                    "no block: increment " + increment + ", count " + count + ", epoch " + epoch + ", lap " + lap);
        }
        if (Long.compareUnsigned(count - 1, stepsBetween(first, limit(increment), increment)) > 0) {
            throw new IllegalArgumentException(
                    "no block: " + count + " values from " + first + " by " + increment + " leave 64 bits");
        }
    }

    /**
     * The block from {@code first} to {@code last} inclusive.
     *
     * @throws IllegalArgumentException if {@code last} is not reached from {@code first} by whole steps, or only by more
     *     steps than a block can count
     */
    public static Block between(Position first, long last, long increment) {
        boolean backwards = increment > 0 ? last < first.value() : last > first.value();
        long span = distance(first.value(), last, increment);
        if (increment == 0 || backwards || Long.remainderUnsigned(span, magnitude(increment)) != 0) {
            throw new IllegalArgumentException(
                    "no block: " + last + " is not reached from " + first.value() + " in steps of " + increment);
        }
        long count = stepsBetween(first.value(), last, increment) + 1;
        return new Block(first.value(), increment, count, first.epoch(), first.lap());
    }

    /** The last value. */
    public long last() {
        return valueAt(count - 1);
    }

    /** The value at an index from 0 to {@code count - 1}; other indexes give numbers outside the block. */
    public long valueAt(long index) {
        return first + index * increment;
    }

    /** Whether values grow. */
    public boolean ascending() {
        return increment > 0;
    }

    /** Where the first value stands in the counter's order. */
    public Position start() {
        return new Position(epoch, lap, first);
    }

    /** Where the last value stands in the counter's order. */
    public Position end() {
        return new Position(epoch, lap, last());
    }

    /**
     * The first {@code n} values.
     *
     * @throws IllegalArgumentException if {@code n} is below 1 or above the count
     */
    public Block head(long n) {
        if (n > count) {
            throw new IllegalArgumentException("a block of " + count + " values has no first " + n);
        }
        return new Block(first, increment, n, epoch, lap);
    }

    /**
     * What is left behind the first {@code n} values, empty if nothing is.
     *
     * @throws IllegalArgumentException if {@code n} is negative or above the count
     */
    public Optional<Block> tail(long n) {
        if (n < 0 || n > count) {
            throw new IllegalArgumentException("a block of " + count + " values has nothing behind its first " + n);
        }
        return n == count ? Optional.empty() : Optional.of(new Block(valueAt(n), increment, count - n, epoch, lap));
    }

    /**
     * The part that comes before one of its values other than the first.
     *
     * @throws IllegalArgumentException if the position is none of those
     */
    public Block before(Position value) {
        long steps = stepsBetween(first, value.value(), increment);
        boolean inside = value.epoch() == epoch && value.lap() == lap && valueAt(steps) == value.value();
        if (!inside || steps < 0 || steps >= count) {
            throw new IllegalArgumentException(value + " is no value of " + this);
        }
        return head(steps);
    }

    /** The part strictly beyond a floor in the counter's order, empty if nothing is. */
    public Optional<Block> beyond(Position floor) {
        if (start().isBeyond(floor, ascending())) {
            return Optional.of(this);
        }
        if (!end().isBeyond(floor, ascending())) {
            return Optional.empty();
        }
        return tail(stepsBetween(first, floor.value(), increment) + 1);
    }

    /** The last 64-bit integer in the direction of the increment. */
    static long limit(long increment) {
        return increment > 0 ? Long.MAX_VALUE : Long.MIN_VALUE;
    }

    /** How far {@code to} lies from {@code from} in the direction of the increment, as an unsigned number. */
    static long distance(long from, long to, long increment) {
        return increment > 0 ? to - from : from - to;
    }

    /** How many whole steps fit between {@code from} and {@code to}, as an unsigned number. */
    static long stepsBetween(long from, long to, long increment) {
        return Long.divideUnsigned(distance(from, to, increment), magnitude(increment));
    }

    /** The increment without its sign, as an unsigned number: the magnitude of the smallest long has no signed form. */
    static long magnitude(long increment) {
        return increment < 0 ? -increment : increment;
    }
}
