package dev.seqd.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;

/**
 * Threads that each take one number after the other from the same source, the next as soon as the last has come. So a slow
 * source is asked less often: its times are those of so many callers that wait for their number, no more. Confined to one
 * thread.
 */
final class CallerCrowd {
    private static final long LONGEST_NANOS = 120_000_000_000L;
    private static final int DIGITS = 2;
    private static final double SECOND_NANOS = 1e9;

    private final NumberSource source;
    private final int size;

    CallerCrowd(NumberSource source, int size) {
        this.source = source;
        this.size = size;
    }

    /** Calls for a while, and then for the time that is measured. Blocks. */
    CallersResult.Load run(Duration warmUp, Duration time) {
        List<Caller> callers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        CountDownLatch start = new CountDownLatch(1);
        for (int i = 0; i < size; i++) {
            Caller caller = new Caller(start);
            callers.add(caller);
            Thread thread = new Thread(caller, "bench-crowd-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
        long from = System.nanoTime() + warmUp.toNanos();
        long to = from + time.toNanos();
        callers.forEach(caller -> caller.window(from, to));
        start.countDown();
        threads.forEach(CallerCrowd::join);
        return figures(callers, time);
    }

    private CallersResult.Load figures(List<Caller> callers, Duration time) {
        Histogram all = new Histogram(LONGEST_NANOS, DIGITS);
        callers.forEach(caller -> all.add(caller.nanos));
        long errors = callers.stream().mapToLong(caller -> caller.errors).sum();
        return new CallersResult.Load(
                source.label(),
                size,
                all.getTotalCount() * SECOND_NANOS / time.toNanos(),
                all.getValueAtPercentile(50),
                all.getValueAtPercentile(99),
                errors);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** One thread. Its window is set before it starts to call, its figures are read after it has ended. */
    private final class Caller implements Runnable {
        private final CountDownLatch start;
        private final Histogram nanos = new Histogram(LONGEST_NANOS, DIGITS);
        private long errors;
        private long from;
        private long to;

        private Caller(CountDownLatch start) {
            this.start = start;
        }

        private void window(long fromNanos, long toNanos) {
            from = fromNanos;
            to = toNanos;
        }

        @Override
        public void run() {
            try {
                start.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            long begin = System.nanoTime();
            while (begin - to < 0) {
                begin = call(begin);
            }
        }

        /** Counts what ends within the window. */
        private long call(long begin) {
            boolean given = take();
            long end = System.nanoTime();
            if (end - from >= 0 && end - to < 0) {
                note(given, end - begin);
            }
            return end;
        }

        private void note(boolean given, long took) {
            if (given) {
                nanos.recordValue(Math.min(LONGEST_NANOS, took));
            } else {
                errors++;
            }
        }

        /** Whatever goes wrong counts as an error: so would it for an application. */
        private boolean take() {
            try {
                Sink.consume(source.next());
                return true;
            } catch (Exception e) {
                return false;
            }
        }
    }
}
