package dev.seqd.client;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * How long to leave the service alone after failures: twice as long after each one, with jitter, and much shorter while
 * calls wait. Not thread-safe.
 */
final class Backoff {
    private static final long WAITING_NANOS = Duration.ofMillis(50).toNanos();
    private static final long WAITING_MAX_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long QUIET_NANOS = Duration.ofMillis(250).toNanos();
    private static final long QUIET_MAX_NANOS = Duration.ofSeconds(4).toNanos();
    private static final long REFUSED_MAX_NANOS = Duration.ofSeconds(30).toNanos();
    private static final int MAX_DOUBLINGS = 20;

    private final DoubleSupplier random;
    private int failures;
    private boolean refused;
    private long failedAtNanos;
    private long leastNanos;
    private double factor = 1;

    /** Draws jitter from numbers from 0 to below 1. */
    Backoff(DoubleSupplier random) {
        this.random = random;
    }

    void succeeded() {
        failures = 0;
    }

    /** Notes a failure; {@code byAnswer} if the service worked and refused, so that nobody else would do better. */
    void failed(long nowNanos, boolean byAnswer) {
        failed(nowNanos, byAnswer, 0);
    }

    /** As {@link #failed(long, boolean)}, by one who wants to be left alone for so long; half a minute at most counts. */
    void failed(long nowNanos, boolean byAnswer, long adviceNanos) {
        leastNanos = Math.min(adviceNanos, REFUSED_MAX_NANOS);
        failures++;
        refused = byAnswer;
        failedAtNanos = nowNanos;
        factor = 0.5 + random.getAsDouble() / 2;
    }

    /** Whether the next try may begin. */
    boolean over(boolean waiting, long nowNanos) {
        return failures == 0 || nowNanos - failedAtNanos >= Math.max(leastNanos, (long) (delayNanos(waiting) * factor));
    }

    boolean failing() {
        return failures > 0;
    }

    private long delayNanos(boolean waiting) {
        long quietMax = refused ? REFUSED_MAX_NANOS : QUIET_MAX_NANOS;
        long base = waiting ? WAITING_NANOS : QUIET_NANOS;
        long max = waiting ? WAITING_MAX_NANOS : quietMax;
        return Math.min(max, base << Math.min(failures - 1, MAX_DOUBLINGS));
    }
}
