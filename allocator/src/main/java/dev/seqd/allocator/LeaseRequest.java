package dev.seqd.allocator;

import dev.seqd.core.After;
import org.jspecify.annotations.Nullable;

/**
 * What a node asks of a Counter.
 *
 * @param count the most values that it takes, at least 1
 * @param needed how many of them callers wait for now, from 1 to {@code count}; where nothing may be held no more are granted
 * @param used how many values the node has passed on since it asked last, by which the reserve is sized; at least 0
 * @param after what the values must lie beyond, null for nothing
 */
public record LeaseRequest(
        long count, long needed, long used, @Nullable After after) {
    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a number is out of its range
     */
    public LeaseRequest {
        if (needed < 1 || count < needed || used < 0) {
            throw new IllegalArgumentException(
                    "no lease: " + count + " values, " + needed + " needed, " + used + " used");
        }
    }
}
