package dev.seqd.database;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The one place that waits for a condition of the operating system by looking again. */
final class Waiting {
    private static final long PAUSE_NANOS = Duration.ofMillis(20).toNanos();

    private Waiting() {}

    /**
     * Blocks until the condition holds, at most for {@code limit}.
     *
     * @return whether it held in time
     * @throws DatabaseException if the thread is interrupted; its interrupt status stays set
     */
    static boolean until(BooleanSupplier condition, Duration limit) {
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadlineNanos >= 0) {
                return false;
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new DatabaseException("interrupted while waiting for PostgreSQL");
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return true;
    }
}
