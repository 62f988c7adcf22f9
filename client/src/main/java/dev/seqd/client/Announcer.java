package dev.seqd.client;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the listener of changes, one at a time and in order, on an executor. Thread-safe; announcing never blocks. */
final class Announcer {
    static final int MAX_PENDING = 100_000;

    private static final Logger LOG = LoggerFactory.getLogger(Announcer.class);

    private final CacheListener listener;
    private final Executor executor;
    private final Queue<Change> pending = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicBoolean telling = new AtomicBoolean();

    Announcer(CacheListener listener, Executor executor) {
        this.listener = listener;
        this.executor = executor;
    }

    /** A sequence's cache went from one state to another. */
    record Change(String sequence, CacheState before, CacheState after) {}

    /** Has the listener told soon. A change is dropped, and logged, while too many are pending. */
    void announce(Change change) {
        if (size.incrementAndGet() > MAX_PENDING) {
            size.decrementAndGet();
            LOG.warn("the listener is too slow: it is not told of {}", change);
            return;
        }
        pending.add(change);
    }

    /** Begins to tell what is pending, unless somebody does already. */
    void tell() {
        if (!pending.isEmpty() && telling.compareAndSet(false, true)) {
            begin();
        }
    }

    private void begin() {
        try {
            executor.execute(this::drain);
        } catch (RuntimeException | OutOfMemoryError e) {
            telling.set(false); // The next tick tries again.
        }
    }

    private void drain() {
        try {
            for (Change change = pending.poll(); change != null; change = pending.poll()) {
                size.decrementAndGet();
                tell(change);
            }
        } finally {
            telling.set(false);
        }
        tell();
    }

    private void tell(Change change) {
        try {
            log(change);
            listener.changed(change.sequence(), change.before(), change.after());
        } catch (RuntimeException | Error e) {
            LOG.error("the listener failed for {}", change, e);
        }
    }

    private static void log(Change change) {
        if (change.after() == CacheState.EMPTY) {
            LOG.warn("sequence {}: refills fail and nothing is left, so that calls wait", change.sequence());
        } else if (change.before() == CacheState.EMPTY) {
            LOG.info("sequence {}: no longer out of values", change.sequence());
        }
    }
}
