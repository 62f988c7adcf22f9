package dev.seqd.http;

import dev.seqd.core.After;
import org.jspecify.annotations.Nullable;

/**
 * What a caller wants of a sequence.
 *
 * @param count the most values that it takes, at least 1
 * @param needed how many of them are waited for at once, from 1 to {@code count}; more are not given where nobody may hold
 *     any
 * @param after what they must lie beyond, null for nothing
 */
record Wanted(long count, long needed, @Nullable After after) {
    /** One value. */
    static Wanted one(@Nullable After after) {
        return new Wanted(1, 1, after);
    }
}
