package dev.seqd.faults;

import dev.seqd.client.Sequence;
import dev.seqd.core.SeqdException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Takes numbers through the Java client at a steady rate, and so out of its cache. */
final class WarmCaller implements Caller {
    private final Sequence sequence;
    private final Trail trail;
    private final long periodNanos;
    private final Thread thread;
    private volatile boolean ended;

    WarmCaller(Sequence sequence, Trail trail, int perSecond) {
        this.sequence = sequence;
        this.trail = trail;
        this.periodNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
        this.thread = new Thread(this::run, trail.caller());
        thread.start();
    }

    private void run() {
        long dueNanos = System.nanoTime();
        while (!ended) {
            take();
            dueNanos += periodNanos;
            LockSupport.parkNanos(Math.max(0, dueNanos - System.nanoTime()));
        }
    }

    private void take() {
        long calledNanos = System.nanoTime();
        try {
            trail.add(sequence.next(), calledNanos, System.nanoTime());
        } catch (SeqdException e) {
            trail.fail();
        }
    }

    /** How many calls had to wait. */
    long waits() {
        return sequence.stats().waits();
    }

    /** For how many seconds its cache lasts, by its demand. */
    double lasts() {
        return sequence.stats().cached() / Math.max(1, sequence.stats().ratePerSecond());
    }

    @Override
    public Trail trail() {
        return trail;
    }

    @Override
    public void close() {
        ended = true;
        Callers.join(thread);
    }
}
