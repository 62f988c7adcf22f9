package dev.seqd.client;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.seqd.client.CounterState.Conclusion;
import dev.seqd.core.Block;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One sequence of one client: gives its {@link CounterState} a lock and a clock. Thread-safe. While the current chunk
 * lasts, a call is one atomic addition; only what goes beyond it takes the lock, under which there is neither I/O nor
 * foreign code.
 */
final class Counter extends ChunkSlot {
    private static final Logger LOG = LoggerFactory.getLogger(Counter.class);

    private final String name;
    private final Engine engine;
    private final AtomicBoolean queued = new AtomicBoolean();
    private final Object lock = new Object();
    private volatile boolean crossed;
    private volatile long lookAtNanos;

    @GuardedBy("lock")
    private final CounterState state;

    @GuardedBy("lock")
    private boolean inUse;

    /** Taken out of the engine's map after a time without use; no order is lost, as it never held anything. */
    @GuardedBy("lock")
    private boolean retired;

    @GuardedBy("lock")
    private boolean closed;

    Counter(String name, Engine engine) {
        this.name = name;
        this.engine = engine;
        this.state = new CounterState(name, engine.settings(), engine.newPlan(), this);
    }

    String name() {
        return name;
    }

    /** The next value; see {@link Sequence#next()}. */
    long next(Duration maxWait) {
        Chunk chunk = chunk();
        long index = chunk.claim();
        if (index < chunk.count()) {
            if (index == chunk.trigger()) {
                crossed();
            }
            return chunk.valueAt(index);
        }
        return next(1, maxWait).get(0).first();
    }

    /** The next values; see {@link Sequence#next(int)}. */
    List<Block> next(int n, Duration maxWait) {
        Ticket ticket = new Ticket(n, maxWait);
        return open(ticket) ? await(ticket) : successor().next(n, maxWait);
    }

    /** The next values, handed to {@code give}; see {@link Sequence#nextAsync(int)}. */
    <T> CompletableFuture<T> nextAsync(int n, Duration maxWait, Function<List<Block>, T> give) {
        Ticket ticket = new Ticket(n, maxWait);
        if (!open(ticket)) {
            return successor().nextAsync(n, maxWait, give);
        }
        CompletableFuture<T> result = new CompletableFuture<>();
        if (ticket.isWaiting()) {
            ticket.whenDone(() -> complete(result, ticket, give), engine.callbacks());
            var unused = result.whenComplete((value, error) -> abandon(result, ticket));
        } else {
            complete(result, ticket, give);
        }
        return result;
    }

    private static <T> void complete(CompletableFuture<T> result, Ticket ticket, Function<List<Block>, T> give) {
        try {
            result.complete(give.apply(ticket.blocks()));
        } catch (RuntimeException e) {
            result.completeExceptionally(e);
        }
    }

    /** Begins a call: the ticket has its values, or waits for them. False if this counter is retired. */
    private boolean open(Ticket ticket) {
        boolean low;
        boolean due = false;
        synchronized (lock) {
            if (closed) {
                throw Engine.closedException();
            }
            if (retired) {
                return false;
            }
            use();
            low = state.take(ticket);
            if (ticket.pending()) {
                due = join(ticket, engine.nowNanos());
            }
        }
        if (due) {
            engine.refill(this);
        } else if (low) {
            crossed();
        }
        return true;
    }

    @GuardedBy("lock")
    private boolean join(Ticket ticket, long nowNanos) {
        state.join(ticket, nowNanos);
        schedule(nowNanos);
        return state.due(nowNanos);
    }

    private List<Block> await(Ticket ticket) {
        if (!ticket.isWaiting()) {
            return ticket.blocks();
        }
        try {
            ticket.await();
        } catch (TimeoutException e) {
            synchronized (lock) {
                state.giveUp(ticket, engine.nowNanos());
            }
        } catch (InterruptedException e) {
            synchronized (lock) {
                state.interrupt(ticket, e, engine.nowNanos());
            }
            Thread.currentThread().interrupt();
        }
        return ticket.blocks();
    }

    private void abandon(CompletableFuture<?> result, Ticket ticket) {
        if (result.isCancelled()) {
            synchronized (lock) {
                state.interrupt(ticket, new InterruptedException("the future was cancelled"), engine.nowNanos());
            }
        }
    }

    /** The counter in charge of the name: this one, in use again, unless another one took over. */
    private Counter successor() {
        synchronized (lock) {
            if (!retired) {
                return this;
            }
            Counter inCharge = engine.adopt(this);
            retired = inCharge != this;
            return inCharge;
        }
    }

    /**
     * Has a refill considered by the next tick, in case that none was foreseen: the demand has risen. Wakes no thread, so
     * that the caller does not pay for it.
     */
    private void crossed() {
        crossed = true;
        engine.watch(this);
    }

    /** Whether it is time for a {@link #visit}. */
    boolean isDue(long nowNanos) {
        return crossed || lookAtNanos - nowNanos <= 0;
    }

    /** When that will be, unless the demand rises. */
    long lookAtNanos() {
        return lookAtNanos;
    }

    /** Marks this as queueing for a refill; false if it is already. */
    boolean queue() {
        return queued.compareAndSet(false, true);
    }

    void unqueue() {
        queued.set(false);
    }

    /** The node that a refill should not go to, if others work. */
    @Nullable
    URI avoided() {
        synchronized (lock) {
            return state.avoided();
        }
    }

    /** Begins a refill at {@code node} if one is needed and none is in flight; who gets one has to {@link #finish} it. */
    @Nullable
    Attempt begin(URI node) {
        synchronized (lock) {
            return closed ? null : state.begin(node, engine.nowNanos());
        }
    }

    /** Ends a refill if it is still in flight. A late answer is ignored; what it grants becomes a gap. */
    void finish(Attempt attempt, Reply reply) {
        boolean ended = false;
        Conclusion conclusion = null;
        try {
            synchronized (lock) {
                ended = state.end(attempt);
                if (ended && !closed) {
                    long nowNanos = engine.nowNanos();
                    conclusion = state.conclude(attempt, reply, nowNanos);
                    schedule(nowNanos);
                }
            }
            if (conclusion != null) {
                conclusion.done().forEach(Ticket::deliver);
            }
        } finally {
            if (ended) {
                engine.ended(attempt, conclusion == null ? reply.failure() : conclusion.failure());
            }
        }
        if (conclusion != null) {
            followUp(attempt, conclusion);
        }
    }

    private void followUp(Attempt attempt, Conclusion conclusion) {
        Throwable failure = conclusion.failure();
        if (failure != null && conclusion.complain()) {
            LOG.warn("{}: an answer for sequence {} is refused: {}", attempt.node(), name, Outage.reason(failure));
        }
        boolean again;
        synchronized (lock) {
            again = state.resume() && failure == null;
        }
        if (again) {
            engine.refill(this);
        }
    }

    /** Looks after waiting calls, the demand and refills: when it {@link #isDue}, else once a second while in use. */
    void visit(long nowNanos) {
        List<Ticket> done;
        Attempt lost;
        boolean due;
        crossed = false; // Before the look: what comes after it is seen by the next one.
        synchronized (lock) {
            use();
            state.resume(); // In case that whoever hands values over never ends.
            done = state.expire(nowNanos);
            lost = state.lost(nowNanos);
            state.sample(nowNanos);
            due = state.due(nowNanos);
            restIfIdle(nowNanos);
            schedule(nowNanos);
        }
        done.forEach(Ticket::deliver);
        if (lost != null) {
            finish(lost, new Reply(null, new TimeoutException("no answer")));
        } else if (due) {
            engine.refill(this);
        }
    }

    @GuardedBy("lock")
    private void announce(CacheState before) {
        if (before != state.condition()) {
            engine.announce(new Announcer.Change(name, before, state.condition()));
        }
    }

    /** Decides when to look next, and notes how the cache is doing. */
    @GuardedBy("lock")
    private void schedule(long nowNanos) {
        if (inUse) {
            announce(state.judge(nowNanos));
        }
        long lookAt = state.nextLookNanos(nowNanos);
        lookAtNanos = lookAt;
        if (inUse && lookAt - nowNanos < Engine.SLOW_TICK_NANOS) {
            engine.watch(this);
            engine.wakeFor(lookAt - nowNanos);
        } else {
            engine.unwatch(this);
            if (crossed) {
                engine.watch(this);
            }
        }
    }

    @GuardedBy("lock")
    private void use() {
        if (!inUse) {
            inUse = true;
            engine.use(this);
        }
    }

    @GuardedBy("lock")
    private void restIfIdle(long nowNanos) {
        if (!inUse || !state.idle(nowNanos)) {
            return;
        }
        inUse = false;
        announce(state.rest());
        engine.rest(this);
        if (state.blank()) {
            retired = true;
            engine.forget(this);
        }
    }

    /** Gives everything up; waiting and later calls fail. */
    void close() {
        List<Ticket> done;
        synchronized (lock) {
            closed = true;
            done = state.close(Engine::closedException, engine.nowNanos());
        }
        done.forEach(Ticket::deliver);
    }

    SequenceStats stats() {
        return inspect(current -> current.stats(engine.nowNanos()));
    }

    /** Reads something off the state. */
    <T> T inspect(Function<CounterState, T> reading) {
        synchronized (lock) {
            return reading.apply(state);
        }
    }
}
