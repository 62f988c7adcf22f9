package dev.seqd.client;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that ticks: it calls a task, sleeps for as many nanoseconds as that returned, and calls it again, whatever it
 * throws. Waking it early is harmless.
 */
final class Pulse implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Pulse.class);
    private static final long AFTER_FAILURE_NANOS = 50_000_000;

    private final Thread thread;
    private volatile LongSupplier task = () -> Long.MAX_VALUE;
    private volatile boolean closed;

    Pulse(String name) {
        this.thread = new Thread(this, name);
        thread.setDaemon(true);
    }

    void start(LongSupplier tick) {
        task = tick;
        thread.start();
    }

    /** Ends the sleep, or the next one if none is under way. */
    void wake() {
        LockSupport.unpark(thread);
    }

    void close() {
        closed = true;
        wake();
    }

    @Override
    public void run() {
        while (!closed) {
            LockSupport.parkNanos(this, beat());
        }
    }

    /** A tick that throws must not be the last one. */
    private long beat() {
        try {
            return task.getAsLong();
        } catch (RuntimeException | Error e) {
            complain(e);
            return AFTER_FAILURE_NANOS;
        }
    }

    private static void complain(Throwable error) {
        try {
            LOG.error("a tick of the seqd client failed; the next one goes on", error);
        } catch (RuntimeException | Error e) {
            // Logging fails too, which is no reason to stop.
        }
    }
}
