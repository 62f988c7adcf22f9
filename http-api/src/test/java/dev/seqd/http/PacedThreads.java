package dev.seqd.http;

import dev.seqd.client.Sequence;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Threads that take numbers at a rate which they share, and count the calls that waited: the JVM keeps account of how
 * often a thread was put to wait, so that no clock and no other load has a say in it.
 */
final class PacedThreads implements AutoCloseable {
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ThreadMXBean account = ManagementFactory.getThreadMXBean();
    private final AtomicLong count = new AtomicLong();
    private final AtomicLong waits = new AtomicLong();
    private final Sequence sequence;
    private final long periodNanos;
    private final List<Thread> threads;
    private volatile boolean stopped;

    PacedThreads(Sequence sequence, int threads, int perSecond) {
        this.sequence = sequence;
        this.periodNanos = SECOND_NANOS * threads / perSecond;
        this.threads = IntStream.range(0, threads)
                .mapToObj(i -> new Thread(this::run, "paced-" + i))
                .toList();
        this.threads.forEach(Thread::start);
    }

    private void run() {
        long id = Thread.currentThread().getId();
        long dueNanos = System.nanoTime();
        while (!stopped) {
            long before = account.getThreadInfo(id).getWaitedCount();
            sequence.next();
            waits.addAndGet(account.getThreadInfo(id).getWaitedCount() > before ? 1 : 0);
            count.incrementAndGet();
            dueNanos = Math.max(dueNanos + periodNanos, System.nanoTime());
            pauseUntil(dueNanos);
        }
    }

    private static void pauseUntil(long dueNanos) {
        for (long left = dueNanos - System.nanoTime(); left > 0; left = dueNanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** How many numbers they got. */
    long count() {
        return count.get();
    }

    /** How many calls waited. */
    long waits() {
        return waits.get();
    }

    @Override
    public void close() {
        stopped = true;
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
