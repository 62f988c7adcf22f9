package dev.seqd.bench;

import dev.seqd.core.Ticker;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Lets time pass. */
@FunctionalInterface
interface Pause {
    /**
     * Returns after the time has passed.
     *
     * @throws BenchException if the thread is interrupted
     */
    void of(Duration time);

    /** Real time. */
    static Pause system() {
        Ticker ticker = Ticker.system();
        return time -> {
            long end = ticker.nanos() + time.toNanos();
            for (long left = time.toNanos(); left > 0; left = end - ticker.nanos()) {
                LockSupport.parkNanos(left);
                if (Thread.currentThread().isInterrupted()) {
                    throw new BenchException("interrupted");
                }
            }
        };
    }
}
