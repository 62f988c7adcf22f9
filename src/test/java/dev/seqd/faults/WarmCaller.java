package dev.seqd.faults;

import dev.seqd.client.Sequence;
import dev.seqd.core.SeqdException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Takes numbers through the Java client at a steady rate, and so out of its cache. */
final class WarmCaller extends Caller {
    private final Sequence sequence;
    private final long periodNanos;
    private long dueNanos;

    WarmCaller(Sequence sequence, Trail trail, int perSecond) {
        super(trail);
        this.sequence = sequence;
        this.periodNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
    }

    @Override
    void call(int number) {
        dueNanos = number == 0 ? System.nanoTime() : dueNanos;
        take();
        dueNanos += periodNanos;
        LockSupport.parkNanos(Math.max(0, dueNanos - System.nanoTime()));
    }

    private void take() {
        long calledNanos = System.nanoTime();
        try {
            trail().add(sequence.next(), calledNanos, System.nanoTime());
        } catch (SeqdException e) {
            trail().fail();
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
}
