package dev.seqd.system;

import dev.seqd.client.SeqClient;
import dev.seqd.client.Sequence;
import dev.seqd.core.SeqdException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Takes numbers of one sequence through a client, in one thread, until it is told to stop; keeps all that it got. */
final class Taker implements AutoCloseable {
    private final Sequence sequence;
    private final List<Long> taken = new ArrayList<>();
    private final AtomicLong count = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final Thread thread;
    private final long pauseNanos;
    private volatile boolean stopped;

    /** Takes as fast as it can. */
    Taker(SeqClient client, String sequence) {
        this(client, sequence, Duration.ZERO);
    }

    /** Takes with a pause after each number. */
    Taker(SeqClient client, String sequence, Duration pause) {
        this.sequence = client.sequence(sequence);
        this.pauseNanos = pause.toNanos();
        this.thread = new Thread(this::run, "taker-" + sequence);
        thread.start();
    }

    private void run() {
        while (!stopped) {
            try {
                taken.add(sequence.next());
                count.incrementAndGet();
                LockSupport.parkNanos(pauseNanos);
            } catch (SeqdException e) {
                failures.incrementAndGet();
            }
        }
    }

    /** How many numbers it got so far. */
    long count() {
        return count.get();
    }

    /** Stops it and tells what it got, in order. */
    List<Long> stop() {
        close();
        return taken;
    }

    @Override
    public void close() {
        stopped = true;
        Threads.join(thread);
    }
}
