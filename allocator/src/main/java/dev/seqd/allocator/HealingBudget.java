package dev.seqd.allocator;

import java.time.Duration;

/**
 * How far a counter may still be moved on a caller's word within the current hour, so that one caller cannot burn a range
 * with one number. Not thread-safe.
 */
final class HealingBudget {
    private static final long HOUR_NANOS = Duration.ofHours(1).toNanos();

    private final long perHour;
    private long hourBeganNanos;
    private long left;

    HealingBudget(long perHour, long nowNanos) {
        this.perHour = perHour;
        this.hourBeganNanos = nowNanos;
        this.left = perHour;
    }

    /** Whether so many steps are still allowed. */
    boolean allows(long steps, long nowNanos) {
        if (nowNanos - hourBeganNanos >= HOUR_NANOS) {
            hourBeganNanos = nowNanos;
            left = perHour;
        }
        return steps <= left;
    }

    /** Takes steps that were allowed. */
    void spend(long steps) {
        left -= steps;
    }
}
