package dev.seqd.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that call a subject all at the same time. Used by one thread, which also closes it. */
final class CallingTeam implements AutoCloseable {
    /** Calls between two looks at what is left to do; so small that the subject's loop is compiled as a whole soon. */
    static final int STRIDE = 10_000;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final int size;
    private final ExecutorService pool;

    CallingTeam(int size) {
        this.size = size;
        this.pool = Executors.newFixedThreadPool(size, task -> {
            Thread thread = new Thread(task, "bench-caller");
            thread.setDaemon(true);
            return thread;
        });
    }

    int size() {
        return size;
    }

    /**
     * What a round took.
     *
     * @param calls by all threads together
     * @param cpuNanos of all callers together
     * @param wallNanos from the start to the end of the last one
     */
    record Round(long calls, long cpuNanos, long wallNanos) {
        double cpuPerCall() {
            return cpuNanos / (double) calls;
        }
    }

    /** Has every thread make that many strides. Blocks. */
    Round strides(Subject subject, int strides) {
        return run(subject, new Fixed(strides));
    }

    /** Has every thread call until the moment of {@link System#nanoTime}. Blocks. */
    Round until(Subject subject, long endNanos) {
        return run(subject, done -> System.nanoTime() - endNanos < 0);
    }

    private interface Plan {
        boolean goesOn(int done);
    }

    private record Fixed(int strides) implements Plan {
        @Override
        public boolean goesOn(int done) {
            return done < strides;
        }
    }

    private Round run(Subject subject, Plan plan) {
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Round>> running = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            running.add(pool.submit(() -> {
                start.await();
                return call(subject, plan);
            }));
        }
        long begin = System.nanoTime();
        start.countDown();
        long calls = 0;
        long cpu = 0;
        for (Future<Round> caller : running) {
            Round round = ended(caller);
            calls += round.calls;
            cpu += round.cpuNanos;
        }
        return new Round(calls, cpu, System.nanoTime() - begin);
    }

    private Round call(Subject subject, Plan plan) {
        long before = threads.getCurrentThreadCpuTime();
        int done = 0;
        while (plan.goesOn(done)) {
            subject.call(STRIDE);
            done++;
        }
        return new Round((long) done * STRIDE, threads.getCurrentThreadCpuTime() - before, 0);
    }

    private static Round ended(Future<Round> caller) {
        try {
            return caller.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a caller failed: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}
