package dev.seqd.allocator;

import org.jspecify.annotations.Nullable;

/** Compares times of a {@link dev.seqd.core.Ticker}. */
final class Deadlines {
    private Deadlines() {}

    /** The first of several times, null if all are null. */
    static @Nullable Long first(@Nullable Long... deadlines) {
        Long first = null;
        for (Long deadline : deadlines) {
            if (first == null || (deadline != null && deadline - first < 0)) {
                first = deadline;
            }
        }
        return first;
    }
}
