package dev.seqd.http;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** When something that failed may be tried again: after a pause that grows, with jitter. Not thread-safe. */
final class Backoff {
    private static final int MOST_DOUBLINGS = 20;

    private final Duration shortest;
    private final Duration longest;
    private final RandomGenerator random;
    private int failures;
    private long readyAtNanos;

    Backoff(Duration shortest, Duration longest, RandomGenerator random, long nowNanos) {
        this.shortest = shortest;
        this.longest = longest;
        this.random = random;
        this.readyAtNanos = nowNanos;
    }

    boolean isReady(long nowNanos) {
        return nowNanos - readyAtNanos >= 0;
    }

    void failed(long nowNanos) {
        long pause = Math.min(longest.toNanos(), shortest.toNanos() << Math.min(failures, MOST_DOUBLINGS));
        failures++;
        readyAtNanos = nowNanos + pause / 2 + random.nextLong(pause / 2 + 1);
    }

    void reset(long nowNanos) {
        failures = 0;
        readyAtNanos = nowNanos;
    }
}
