package dev.seqd.benchmarks;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Lets time pass. */
final class Pause {
    private Pause() {}

    /** Returns when {@link System#nanoTime} has reached a moment, or the thread is interrupted. */
    static void until(long nanos) {
        for (long left = nanos - System.nanoTime();
                left > 0 && !Thread.currentThread().isInterrupted();
                left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Returns when the time has passed, or the thread is interrupted. */
    static void of(Duration time) {
        until(System.nanoTime() + time.toNanos());
    }
}
