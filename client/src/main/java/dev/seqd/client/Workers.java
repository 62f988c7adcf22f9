package dev.seqd.client;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of one client, all daemons and independent of the number of sequences: one ticks, up to {@value
 * #IO_THREADS} follow up answers, up to {@value #CALLBACK_THREADS} run what callers attach to futures. All but the first
 * end when they idle.
 */
final class Workers implements AutoCloseable {
    private static final int IO_THREADS = 4;
    private static final int CALLBACK_THREADS = 2;
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(30);

    private final Pulse pulse = new Pulse("seqd-client-tick");
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
        pulse.start(engine::tick);
    }

    /** Has the engine tick now. */
    void wake() {
        pulse.wake();
    }

    /** Ends the threads once they have done what they were given; a callback that comes later runs where it comes from. */
    @Override
    public void close() {
        pulse.close();
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
