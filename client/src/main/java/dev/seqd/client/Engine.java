package dev.seqd.client;

import dev.seqd.core.SequenceName;
import dev.seqd.core.Ticker;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All counters of one client, and the refills on their way: at most {@link #MAX_IN_FLIGHT} at a time, the others queue.
 * Whoever drives it calls {@link #tick} every now and then; every need is derived from state there, so that a wake-up
 * which was lost costs a tick and hangs nobody. Thread-safe.
 */
final class Engine {
    static final int MAX_IN_FLIGHT = 16;
    static final int MAX_COUNTERS = 1_000_000;

    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);
    private static final long SLOW_TICK_NANOS = Duration.ofSeconds(1).toNanos();

    private final Settings settings;
    private final Parts parts;
    private final Nodes nodes;
    private final ConcurrentHashMap<String, Counter> counters = new ConcurrentHashMap<>();
    private final Set<Counter> inUse = ConcurrentHashMap.newKeySet();
    private final Set<Counter> watched = ConcurrentHashMap.newKeySet();
    private final Semaphore permits = new Semaphore(MAX_IN_FLIGHT);
    private final Queue<Counter> starved = new ConcurrentLinkedQueue<>();
    private long slowTickNanos;
    private volatile boolean closed;

    /**
     * What the engine is given from outside.
     *
     * @param source where blocks come from; closed by whoever made it
     * @param ticker the only clock
     * @param random numbers from 0 to below 1, for jitter
     * @param executor runs what follows an answer or a nudge; never blocked by it
     * @param callbacks completes the futures that callers hold, and so runs their code
     */
    record Parts(BlockSource source, Ticker ticker, DoubleSupplier random, Executor executor, Executor callbacks) {}

    Engine(Settings settings, List<URI> endpoints, Parts parts) {
        this.settings = settings;
        this.parts = parts;
        this.nodes = new Nodes(endpoints, parts.random());
        this.slowTickNanos = parts.ticker().nanos();
    }

    static IllegalStateException closedException() {
        return new IllegalStateException("the SeqClient is closed");
    }

    Settings settings() {
        return settings;
    }

    RefillPlan newPlan() {
        return new RefillPlan(settings.policy(), new Backoff(parts.random()), new Demand(nowNanos()));
    }

    long nowNanos() {
        return parts.ticker().nanos();
    }

    Executor callbacks() {
        return parts.callbacks();
    }

    /**
     * The counter for a name, made on first use.
     *
     * @throws dev.seqd.core.SeqdException {@code invalid-name}
     * @throws IllegalStateException if the client is closed or uses too many names
     */
    Counter counter(String name) {
        Counter known = counters.get(name);
        return known != null ? known : create(new SequenceName(name).value());
    }

    private Counter create(String name) {
        if (closed) {
            throw closedException();
        }
        if (counters.mappingCount() >= MAX_COUNTERS) {
            throw new IllegalStateException("one client uses at most " + MAX_COUNTERS + " sequences");
        }
        Counter counter = counters.computeIfAbsent(name, n -> new Counter(n, this));
        if (closed) {
            counter.close();
        }
        return counter;
    }

    /** Puts a retired counter back into the map unless another one has its name by now; returns the one in charge. */
    Counter adopt(Counter counter) {
        if (closed) {
            throw closedException();
        }
        Counter other = counters.putIfAbsent(counter.name(), counter);
        return other == null ? counter : other;
    }

    void forget(Counter counter) {
        counters.remove(counter.name(), counter);
    }

    void use(Counter counter) {
        inUse.add(counter);
    }

    void rest(Counter counter) {
        inUse.remove(counter);
    }

    /** Has the counter visited on every tick. */
    void watch(Counter counter) {
        watched.add(counter);
    }

    void unwatch(Counter counter) {
        watched.remove(counter);
    }

    /** Runs a task soon; false if that is impossible. */
    boolean execute(Runnable task) {
        try {
            parts.executor().execute(task);
            return true;
        } catch (RuntimeException | OutOfMemoryError e) {
            LOG.debug("a refill is left to the tick", e);
            return false;
        }
    }

    /** Begins a refill of the counter if it needs one; it queues if too many are in flight. */
    void refill(Counter counter) {
        if (!permits.tryAcquire()) {
            if (counter.queue()) {
                starved.add(counter);
            }
            return;
        }
        URI node = nodes.pick(nowNanos());
        Attempt attempt = null;
        try {
            attempt = counter.begin(node);
        } finally {
            if (attempt == null) {
                permits.release();
            }
        }
        if (attempt != null) {
            send(counter, attempt);
        }
    }

    private void send(Counter counter, Attempt attempt) {
        CompletableFuture<Grant> answer;
        try {
            answer = parts.source().ask(attempt.node(), attempt.request());
        } catch (RuntimeException | Error e) {
            answer = CompletableFuture.failedFuture(e);
        }
        var unused = answer.whenCompleteAsync(
                (grant, error) -> counter.finish(attempt, new Reply(grant, cause(error))), parts.executor());
    }

    private static @Nullable Throwable cause(@Nullable Throwable error) {
        return error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    }

    /** A refill is over, with a failure or null. */
    void ended(Attempt attempt, @Nullable Throwable failure) {
        permits.release();
        if (failure == null || Outage.isRefusal(failure)) {
            if (nodes.worked(attempt.node())) {
                LOG.info("node {} works again", attempt.node());
            }
        } else if (nodes.failed(attempt.node(), nowNanos())) {
            LOG.warn("node {} failed and is left alone for a while: {}", attempt.node(), Outage.reason(failure));
        }
        feedStarved();
    }

    private void feedStarved() {
        while (!closed && permits.availablePermits() > 0) {
            Counter next = starved.poll();
            if (next == null) {
                return;
            }
            next.unqueue();
            refill(next);
        }
    }

    /** Visits the counters that need it. Called by one thread at a time. */
    void tick() {
        long nowNanos = nowNanos();
        boolean slow = nowNanos - slowTickNanos >= SLOW_TICK_NANOS;
        if (slow) {
            slowTickNanos = nowNanos;
        }
        for (Counter counter : slow ? inUse : watched) {
            visit(counter, nowNanos);
        }
        feedStarved();
    }

    private static void visit(Counter counter, long nowNanos) {
        try {
            counter.visit(nowNanos);
        } catch (RuntimeException | Error e) {
            LOG.error("looking after sequence {} failed; the next tick tries again", counter.name(), e);
        }
    }

    /** Ends all waiting calls; later ones fail. */
    void close() {
        closed = true;
        counters.values().forEach(Counter::close);
        starved.clear();
    }
}
