package dev.seqd.client;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of one client, all daemons and independent of the number of sequences: one ticks, up to {@value
 * #IO_THREADS} follow up answers, up to {@value #CALLBACK_THREADS} run what callers attach to futures. All but the first
 * end when they idle.
 */
final class Workers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
    private static final int IO_THREADS = 4;
    private static final int CALLBACK_THREADS = 2;
    private static final Duration TICK = Duration.ofMillis(50);
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(30);

    private final ScheduledExecutorService ticks = new ScheduledThreadPoolExecutor(1, named("seqd-client-tick-"));
    private final ExecutorService io = pool(IO_THREADS, "seqd-client-io-");
    private final ExecutorService callbacks = pool(CALLBACK_THREADS, "seqd-client-callback-");

    Executor io() {
        return io;
    }

    Executor callbacks() {
        return callbacks;
    }

    /** Has the engine tick until closed. */
    void drive(Engine engine) {
        long nanos = TICK.toNanos();
        var unused = ticks.scheduleWithFixedDelay(() -> survive(engine::tick), nanos, nanos, TimeUnit.NANOSECONDS);
    }

    /** A tick that throws must not be the last one. */
    private static void survive(Runnable tick) {
        try {
            tick.run();
        } catch (RuntimeException | Error e) {
            complain(e);
        }
    }

    private static void complain(Throwable error) {
        try {
            LOG.error("a tick of the seqd client failed; the next one goes on", error);
        } catch (RuntimeException | Error e) {
            // Logging fails too, which is no reason to stop.
        }
    }

    /** Ends the threads once they have done what they were given; a callback that comes later runs where it comes from. */
    @Override
    public void close() {
        ticks.shutdownNow();
        io.shutdown();
        callbacks.shutdown();
    }

    private static ExecutorService pool(int threads, String name) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads,
                threads,
                KEEP_ALIVE.toNanos(),
                TimeUnit.NANOSECONDS,
                new LinkedBlockingQueue<>(),
                named(name),
                (task, full) -> task.run());
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    private static ThreadFactory named(String prefix) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, prefix + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
