package dev.seqd.client;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.seqd.client.CounterState.Conclusion;
import dev.seqd.core.Block;
import java.net.URI;
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
    private final AtomicBoolean nudged = new AtomicBoolean();
    private final AtomicBoolean queued = new AtomicBoolean();
    private final Runnable look = this::look;
    private final Object lock = new Object();

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
    long next() {
        Chunk chunk = chunk();
        long index = chunk.claim();
        if (index < chunk.count()) {
            if (index == chunk.trigger()) {
                nudge();
            }
            return chunk.valueAt(index);
        }
        return next(1).get(0).first();
    }

    /** The next values; see {@link Sequence#next(int)}. */
    List<Block> next(int n) {
        Ticket ticket = open(n);
        return ticket == null ? successor().next(n) : await(ticket);
    }

    /** The next values, handed to {@code give}; see {@link Sequence#nextAsync(int)}. */
    <T> CompletableFuture<T> nextAsync(int n, Function<List<Block>, T> give) {
        Ticket ticket = open(n);
        if (ticket == null) {
            return successor().nextAsync(n, give);
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

    /** Begins a call: the ticket has its values, or waits for them. Null if this counter is retired. */
    private @Nullable Ticket open(int n) {
        Ticket ticket = new Ticket(n);
        boolean low;
        boolean due = false;
        synchronized (lock) {
            if (closed) {
                throw Engine.closedException();
            }
            if (retired) {
                return null;
            }
            use();
            low = state.take(ticket);
            if (ticket.pending()) {
                long nowNanos = engine.nowNanos();
                state.join(ticket, nowNanos);
                engine.watch(this);
                due = state.due(nowNanos);
            }
        }
        if (due) {
            engine.refill(this);
        } else if (low) {
            nudge();
        }
        return ticket;
    }

    private List<Block> await(Ticket ticket) {
        if (!ticket.isWaiting()) {
            return ticket.blocks();
        }
        try {
            ticket.await(engine.settings().maxWait());
        } catch (TimeoutException e) {
            synchronized (lock) {
                state.giveUp(ticket);
            }
        } catch (InterruptedException e) {
            synchronized (lock) {
                state.interrupt(ticket, e);
            }
            Thread.currentThread().interrupt();
        }
        return ticket.blocks();
    }

    private void abandon(CompletableFuture<?> result, Ticket ticket) {
        if (result.isCancelled()) {
            synchronized (lock) {
                state.interrupt(ticket, new InterruptedException("the future was cancelled"));
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

    /** Has a refill considered soon, on another thread. Without effect if that fails: the tick considers it too. */
    private void nudge() {
        if (nudged.compareAndSet(false, true) && !engine.execute(look)) {
            nudged.set(false);
        }
    }

    private void look() {
        nudged.set(false);
        synchronized (lock) {
            use();
        }
        engine.refill(this);
    }

    /** Marks this as queueing for a refill; false if it is already. */
    boolean queue() {
        return queued.compareAndSet(false, true);
    }

    void unqueue() {
        queued.set(false);
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
                    conclusion = state.conclude(attempt, reply, engine.nowNanos());
                    watchIfUrgent(engine.nowNanos());
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

    /** Looks after waiting calls, the demand and refills; on every tick while it is watched, else once a second. */
    void visit(long nowNanos) {
        List<Ticket> done;
        Attempt lost;
        boolean due;
        synchronized (lock) {
            state.resume(); // In case that whoever hands values over never ends.
            done = state.expire(nowNanos);
            lost = state.lost(nowNanos);
            state.sample(nowNanos);
            due = state.due(nowNanos);
            restIfIdle(nowNanos);
            watchIfUrgent(nowNanos);
        }
        done.forEach(Ticket::deliver);
        if (lost != null) {
            finish(lost, new Reply(null, new TimeoutException("no answer")));
        } else if (due) {
            engine.refill(this);
        }
    }

    @GuardedBy("lock")
    private void watchIfUrgent(long nowNanos) {
        if (inUse && state.urgent(nowNanos)) {
            engine.watch(this);
        } else {
            engine.unwatch(this);
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
            done = state.close(Engine::closedException);
        }
        done.forEach(Ticket::deliver);
    }

    /** Reads something off the state. */
    <T> T inspect(Function<CounterState, T> reading) {
        synchronized (lock) {
            return reading.apply(state);
        }
    }
}
