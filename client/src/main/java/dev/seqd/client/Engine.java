package dev.seqd.client;

import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
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
 * Whoever drives it calls {@link #tick} when that asks to be called, at the latest; every need is derived from state there,
 * so that a wake-up which was lost costs a tick and hangs nobody. Thread-safe.
 */
final class Engine {
    static final int MAX_IN_FLIGHT = 16;
    static final int MAX_COUNTERS = 1_000_000;

    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);
    private static final long TICK_NANOS = Duration.ofMillis(20).toNanos();
    private static final long LEAST_SLEEP_NANOS = Duration.ofMillis(1).toNanos();
    static final long SLOW_TICK_NANOS = Duration.ofSeconds(1).toNanos();

    private final Settings settings;
    private final Parts parts;
    private final Nodes nodes;
    private final Topology topology;
    private final Door door;
    private final Announcer announcer;
    private final KnownNames known = new KnownNames();
    private final ConcurrentHashMap<String, Counter> counters = new ConcurrentHashMap<>();
    private final Set<Counter> inUse = ConcurrentHashMap.newKeySet();
    private final Set<Counter> watched = ConcurrentHashMap.newKeySet();
    private final Semaphore permits = new Semaphore(MAX_IN_FLIGHT);
    private final Queue<Counter> starved = new ConcurrentLinkedQueue<>();
    private long slowTickNanos;
    private volatile boolean resting;
    private volatile boolean closed;

    /**
     * What the engine is given from outside.
     *
     * @param source where blocks come from; closed by whoever made it
     * @param ticker the only clock
     * @param random numbers from 0 to below 1, for jitter
     * @param executor runs what follows an answer or a nudge; never blocked by it
     * @param callbacks completes the futures that callers hold, and tells the listener, and so runs their code
     * @param wake has {@link #tick} called now, sooner than it asked for
     * @param listener is told of changes
     */
    record Parts(
            BlockSource source,
            Ticker ticker,
            DoubleSupplier random,
            Executor executor,
            Executor callbacks,
            Runnable wake,
            CacheListener listener) {}

    Engine(Settings settings, List<URI> endpoints, Parts parts) {
        this.settings = settings;
        this.parts = parts;
        this.nodes = new Nodes(endpoints, settings.clientName(), parts.random());
        this.topology = new Topology(nodes, parts, settings.discoverNodes());
        this.door = new Door(new Backoff(parts.random()));
        this.announcer = new Announcer(parts.listener(), parts.callbacks());
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
        Counter counter = known.find(name);
        return counter != null ? counter : lookUp(name);
    }

    private Counter lookUp(String name) {
        Counter there = counters.get(name);
        // Interned, so that the literal is the counter's own name, whoever came first.
        Counter counter =
                there != null ? there : create(new SequenceName(name).value().intern());
        known.note(name, counter);
        if (counters.get(name) != counter) {
            known.forget(counter);
        }
        return counter;
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
        if (closed) {
            throw closedException();
        }
        return other == null ? counter : other;
    }

    void forget(Counter counter) {
        counters.remove(counter.name(), counter);
        known.forget(counter);
    }

    void use(Counter counter) {
        inUse.add(counter);
        wakeIfResting();
    }

    /** The tick says that it rests before it looks a last time: so either it sees what came, or whoever came sees that. */
    private void wakeIfResting() {
        if (resting) {
            resting = false;
            parts.wake().run();
        }
    }

    void rest(Counter counter) {
        inUse.remove(counter);
    }

    /** Has the counter visited when it is due. */
    void watch(Counter counter) {
        watched.add(counter);
        wakeIfResting();
    }

    void unwatch(Counter counter) {
        watched.remove(counter);
    }

    /** Makes sure of a tick in the given time, if that is sooner than the usual one. */
    void wakeFor(long inNanos) {
        if (inNanos > 0 && inNanos < TICK_NANOS) {
            parts.wake().run();
        }
    }

    void announce(Announcer.Change change) {
        announcer.announce(change);
    }

    List<SequenceStats> stats() {
        return counters.values().stream().map(Counter::stats).toList();
    }

    /** The figures of a sequence; null if it is not in use. */
    @Nullable
    SequenceStats stats(String name) {
        Counter counter = counters.get(name);
        return counter == null ? null : counter.stats();
    }

    /** Begins a refill of the counter if it needs one; it queues if too many are in flight. */
    void refill(Counter counter) {
        if (!permits.tryAcquire()) {
            if (counter.queue()) {
                starved.add(counter);
            }
            return;
        }
        Attempt attempt = null;
        try {
            attempt = counter.begin(nodes.pick(counter.name(), counter.avoided(), nowNanos()));
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
            SeqdException shut = door.shut(nowNanos());
            answer = shut == null
                    ? parts.source().ask(attempt.node(), attempt.request())
                    : CompletableFuture.failedFuture(shut);
        } catch (RuntimeException | Error e) {
            answer = CompletableFuture.failedFuture(e);
        }
        var unused = answer.whenCompleteAsync(
                (grant, error) -> counter.finish(attempt, reply(attempt, grant, cause(error))), parts.executor());
    }

    /** The advice of who is overloaded holds for the sequence; that of who cannot answer only if there is nobody else. */
    private Reply reply(Attempt attempt, @Nullable Grant grant, @Nullable Throwable failure) {
        if (!(failure instanceof BusyException busy)) {
            return new Reply(grant, failure);
        }
        boolean holds = busy.error() == SeqdError.OVERLOADED || !nodes.othersWork(attempt.node());
        return new Reply(grant, busy, holds ? Outage.adviceNanos(busy) : 0);
    }

    private static @Nullable Throwable cause(@Nullable Throwable error) {
        return error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    }

    /** A refill is over, with a failure or null. */
    void ended(Attempt attempt, @Nullable Throwable failure) {
        permits.release();
        if (closed) {
            return;
        }
        long nowNanos = nowNanos();
        if (failure instanceof RefusedClientException) {
            LOG.debug(
                    "nobody is asked for sequence {}: this client is refused",
                    attempt.request().sequence());
        } else if (failure == null || Outage.isAnswer(failure)) {
            worked(attempt.node());
        } else if (failed(attempt, failure, nowNanos)) {
            LOG.warn("node {} failed and is left alone for a while: {}", attempt.node(), Outage.reason(failure));
        }
        if (failure instanceof SeqdException refusal
                && Outage.isOfClient(refusal)
                && door.refused(attempt.node(), refusal, nodes.usable(), nowNanos)) {
            LOG.warn("{} refuses this client, as others do: {}", attempt.node(), Outage.reason(refusal));
        }
        feedStarved();
    }

    /** Whether the attempt's node is left alone from now on. */
    private boolean failed(Attempt attempt, Throwable failure, long nowNanos) {
        String sequence = attempt.request().sequence();
        boolean ofNode = !Outage.isOfSequence(failure) || nodes.hasNothing(attempt.node(), sequence);
        return ofNode && nodes.failed(attempt.node(), nowNanos, Outage.adviceNanos(failure));
    }

    private void worked(URI node) {
        door.accepted();
        if (nodes.worked(node)) {
            LOG.info("node {} works again", node);
        }
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

    /**
     * Visits the counters that need it. Called by one thread at a time.
     *
     * @return in how many nanoseconds to call again
     */
    long tick() {
        long nowNanos = nowNanos();
        boolean slow = nowNanos - slowTickNanos >= SLOW_TICK_NANOS;
        if (slow) {
            slowTickNanos = nowNanos;
        }
        for (Counter counter : watched) {
            if (counter.isDue(nowNanos)) {
                visit(counter, nowNanos);
            }
        }
        if (slow) {
            inUse.forEach(counter -> visit(counter, nowNanos));
        }
        feedStarved();
        announcer.tell();
        if (!inUse.isEmpty()) {
            topology.tick(nowNanos);
        }
        return sleepNanos(nowNanos);
    }

    private long sleepNanos(long nowNanos) {
        resting = true;
        resting = inUse.isEmpty() && watched.isEmpty();
        long sleep = resting ? SLOW_TICK_NANOS : TICK_NANOS;
        for (Counter counter : watched) {
            long in = counter.lookAtNanos() - nowNanos;
            sleep = in > 0 ? Math.min(sleep, in) : sleep;
        }
        return Math.max(sleep, LEAST_SLEEP_NANOS);
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
