package dev.seqd.allocator;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;

/** At most so many within each second. Thread-safe; its lock is held for a comparison. */
final class RateLimit {
    private static final long SECOND_NANOS = Duration.ofSeconds(1).toNanos();

    private final int perSecond;

    @GuardedBy("this")
    private long beganNanos;

    @GuardedBy("this")
    private int used;

    RateLimit(int perSecond, long nowNanos) {
        this.perSecond = perSecond;
        this.beganNanos = nowNanos;
    }

    /** Takes one, if there is one left. */
    synchronized boolean allows(long nowNanos) {
        if (nowNanos - beganNanos >= SECOND_NANOS) {
            beganNanos = nowNanos;
            used = 0;
        }
        if (used >= perSecond) {
            return false;
        }
        used++;
        return true;
    }
}
