package dev.seqd.system;

import dev.seqd.client.Sequence;
import dev.seqd.core.SeqdException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Takes numbers of one sequence in one thread at a steady rate, until it is closed. It checks that they grow, and counts
 * the calls that waited. For that it goes by the JVM's account of how often the thread was put to wait, so that other load
 * on the machine does not count; and by the clock only for calls so long that no load explains them.
 */
final class SteadyTaker implements AutoCloseable {
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ThreadMXBean account = ManagementFactory.getThreadMXBean();
    private final Sequence sequence;
    private final long periodNanos;
    private final Thread thread;
    private volatile boolean stopped;
    private final AtomicLong count = new AtomicLong();
    private final AtomicLong waits = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final AtomicLong disorders = new AtomicLong();
    private final AtomicLong longestNanos = new AtomicLong();

    SteadyTaker(Sequence sequence, int perSecond) {
        this.sequence = sequence;
        this.periodNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
        this.thread = new Thread(this::run, "steady-taker");
        thread.start();
    }

    private void run() {
        long last = Long.MIN_VALUE;
        long dueNanos = System.nanoTime();
        while (!stopped) {
            last = take(last);
            dueNanos += periodNanos;
            long left = dueNanos - System.nanoTime();
            if (left > 0) {
                LockSupport.parkNanos(left);
            }
        }
    }

    private long take(long last) {
        long waitedBefore = waited();
        long startNanos = System.nanoTime();
        long value = last;
        try {
            value = sequence.next();
            count.incrementAndGet();
            disorders.addAndGet(value > last ? 0 : 1);
        } catch (SeqdException e) {
            failures.incrementAndGet();
        }
        long nanos = System.nanoTime() - startNanos;
        longestNanos.accumulateAndGet(nanos, Math::max);
        waits.addAndGet(waited() > waitedBefore || nanos > LONG_NANOS ? 1 : 0);
        return value;
    }

    private long waited() {
        return account.getThreadInfo(Thread.currentThread().getId()).getWaitedCount();
    }

    /** How many numbers it got. */
    long count() {
        return count.get();
    }

    /** How many calls waited. */
    long waits() {
        return waits.get();
    }

    /** How many calls failed. */
    long failures() {
        return failures.get();
    }

    /** How many numbers were not beyond the one before. */
    long disorders() {
        return disorders.get();
    }

    /** How long the longest call took; other load on the machine shows here. */
    Duration longest() {
        return Duration.ofNanos(longestNanos.get());
    }

    @Override
    public void close() {
        stopped = true;
        Threads.join(thread);
    }
}
