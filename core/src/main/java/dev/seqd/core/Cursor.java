package dev.seqd.core;

import org.jspecify.annotations.Nullable;

/**
 * Where a sequence stands, as PostgreSQL keeps it: its {@code last_value} and {@code is_called}.
 *
 * @param value the last value, or the one to begin with
 * @param called whether {@code value} counts as given: then the next is one increment further, else it is {@code value}
 */
public record Cursor(long value, boolean called) {
    /** The next value if nothing stands against it, null if it leaves 64 bits. */
    @Nullable
    Long next(long increment) {
        if (!called) {
            return value;
        }
        try {
            return Math.addExact(value, increment);
        } catch (ArithmeticException e) {
            return null;
        }
    }
}
