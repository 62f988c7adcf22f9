package dev.seqd.client;

import dev.seqd.core.Block;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call for values that may have to wait. Its state belongs to the counter's lock until it is done and never changes
 * afterwards; it is {@linkplain #deliver delivered} outside of the lock.
 */
final class Ticket {
    private final CompletableFuture<Ticket> done = new CompletableFuture<>();
    private final List<Block> blocks = new ArrayList<>(2);
    private long missing;
    private final long maxWaitNanos;
    private long serial;
    private long joinedNanos;
    private @Nullable Supplier<RuntimeException> failure;

    /** A call for {@code n} values, at least 1, that waits for at most {@code maxWait}. */
    Ticket(int n, Duration maxWait) {
        this.missing = n;
        this.maxWaitNanos = maxWait.toNanos();
    }

    /** Lets the call wait: the {@code serial}-th of its counter. */
    void enter(long inSerial, long nowNanos) {
        this.serial = inSerial;
        this.joinedNanos = nowNanos;
    }

    /** Whether the call ever had to wait: then it is delivered once it is over. */
    boolean isWaiting() {
        return serial > 0;
    }

    /** Takes what the chain has, up to what is missing, and returns how much it was. */
    long serve(Chain chain) {
        long got = chain.take(missing, blocks);
        missing -= got;
        return got;
    }

    /** Ends the call with an exception, of which every thread that sees it gets its own. */
    void fail(Supplier<RuntimeException> with) {
        failure = with;
    }

    /** Tells whoever waits that the ticket is over. */
    void deliver() {
        done.complete(this);
    }

    /** Runs a task once the ticket is over. */
    void whenDone(Runnable task, Executor executor) {
        var unused = done.thenRunAsync(task, executor);
    }

    /** Blocks until the ticket is over. */
    void await() throws InterruptedException, TimeoutException {
        try {
            done.get(maxWaitNanos, TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException("it is completed with itself only", e);
        }
    }

    boolean pending() {
        return missing > 0 && failure == null;
    }

    long missing() {
        return missing;
    }

    long serial() {
        return serial;
    }

    long joinedNanos() {
        return joinedNanos;
    }

    long deadlineNanos() {
        return joinedNanos + maxWaitNanos;
    }

    /** The longest that the call may wait. */
    Duration maxWait() {
        return Duration.ofNanos(maxWaitNanos);
    }

    /** How many values it took so far. */
    long taken() {
        return blocks.stream().mapToLong(Block::count).sum();
    }

    /**
     * The values in order.
     *
     * @throws RuntimeException the failure, if it failed
     */
    List<Block> blocks() {
        Supplier<RuntimeException> with = failure;
        if (with != null) {
            throw with.get();
        }
        return List.copyOf(blocks);
    }
}
