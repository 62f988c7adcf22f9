package dev.seqd.http;

import dev.seqd.allocator.Grant;
import dev.seqd.core.After;
import dev.seqd.core.Block;
import dev.seqd.core.BlockQueue;
import dev.seqd.core.DemandRate;
import dev.seqd.core.Position;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What a node's cache decides for one counter: who gets which part of the lease, and when more is asked of the Counter.
 * Plain and single-threaded; time comes in with each call, effects go out through {@link Output}.
 *
 * <p>Guards that a value leaves the lease at most once, that at most one request to the Counter is in flight, that a
 * failure keeps what is left and always clears the in-flight mark, and that a block enters the lease only beyond
 * everything that was in it.
 *
 * @param <R> where an answer goes
 */
final class LeaseState<R> {
    /**
     * What the cache does to the world.
     *
     * @param <R> where an answer goes
     */
    interface Output<R> {
        /**
         * Asks the Counter for values, and tells it how many were given since it was asked last; answered by {@link
         * #leased} or {@link #leaseFailed}.
         */
        void lease(long count, long used, @Nullable After after);

        /** Gives a caller a block. */
        void give(R replyTo, Taken taken);

        /** Refuses a caller. */
        void refuse(R replyTo, SeqdException refusal);
    }

    private record Waiter<R>(long count, @Nullable After after, R replyTo, long deadlineNanos) {}

    private static final long SUGGESTED_SECONDS = 30;
    private static final long LEAST_SUGGESTED = 50;

    private final HttpSettings settings;
    private final NodeCounts counts;
    private final RandomGenerator random;
    private final Output<R> output;

    private final BlockQueue lease = new BlockQueue();
    private final Deque<Waiter<R>> waiters = new ArrayDeque<>();
    private final DemandRate demand;

    private @Nullable Grant newest;
    private @Nullable Position highest;
    private boolean inFlight;
    private @Nullable Waiter<R> inFlightFor;
    private long previousAmount;
    private long blocksGiven;
    private long usedSinceAsked;
    private int failures;
    private long retryAtNanos;
    private long lastUsedNanos;
    private @Nullable SeqdException lastFailure;
    private long burntBefore;

    LeaseState(HttpSettings settings, NodeCounts counts, RandomGenerator random, Output<R> output, long nowNanos) {
        this.settings = settings;
        this.counts = counts;
        this.random = random;
        this.output = output;
        this.demand = DemandRate.ofBatches(nowNanos);
        this.retryAtNanos = nowNanos;
        this.lastUsedNanos = nowNanos;
    }

    /** A caller wants up to {@code count} values beyond what it saw. */
    void take(long count, @Nullable After after, R replyTo, long nowNanos) {
        lastUsedNanos = nowNanos;
        if (waiters.size() >= settings.maxWaiting()) {
            output.refuse(
                    replyTo,
                    new SeqdException(SeqdError.OVERLOADED, "too many requests wait for this sequence; try again"));
            return;
        }
        waiters.addLast(new Waiter<>(
                count, after, replyTo, nowNanos + settings.maxWait().toNanos()));
        serve(nowNanos);
        requestIfNeeded(nowNanos);
    }

    /** The Counter granted a block. */
    void leased(Grant grant, long nowNanos) {
        Waiter<R> first = inFlightFor;
        landed();
        failures = 0;
        lastFailure = null;
        retryAtNanos = nowNanos;
        install(grant);
        if (first != null && waiters.remove(first)) {
            waiters.addFirst(first);
        }
        serve(nowNanos);
        if (!waiters.isEmpty()) {
            requestIfNeeded(nowNanos);
        }
    }

    /** A block that is not beyond what was held comes from an owner whose time is over: it is not for this node any more. */
    private void install(Grant grant) {
        Block block = grant.block();
        if (newest != null && block.epoch() > newest.block().epoch()) {
            lease.dropBefore(block.epoch());
        }
        if (highest != null && !block.start().isBeyond(highest, block.ascending())) {
            counts.valuesBurnt().add(block.count());
            return;
        }
        newest = grant;
        highest = block.end();
        previousAmount = block.count();
        lease.add(block);
        noteBurnt();
    }

    /** The Counter refused, or did not answer. Definite refusals reach whoever waits; others are tried again. */
    void leaseFailed(SeqdException failure, long nowNanos) {
        Waiter<R> first = inFlightFor;
        landed();
        failures++;
        lastFailure = failure;
        counts.leaseFailures().increment();
        retryAtNanos = nowNanos + pauseNanos();
        if (failure.error() == SeqdError.UNKNOWN_SEQUENCE) {
            forget();
        }
        if (!failure.error().definite() || failure.error().retryable()) {
            return;
        }
        if (first != null) {
            if (waiters.remove(first)) {
                output.refuse(first.replyTo, failure);
            }
            requestIfNeeded(nowNanos);
            return;
        }
        waiters.forEach(waiter -> output.refuse(waiter.replyTo, failure));
        waiters.clear();
    }

    private void landed() {
        inFlight = false;
        inFlightFor = null;
    }

    private long pauseNanos() {
        long longest = settings.maxBackoff().toNanos();
        long pause = Math.min(longest, settings.minBackoff().toNanos() << Math.min(failures - 1, 20));
        return pause / 2 + random.nextLong(pause / 2 + 1);
    }

    /** Time has passed: whoever has waited long enough is refused, and a failed request tried again. */
    void tick(long nowNanos) {
        Iterator<Waiter<R>> all = waiters.iterator();
        while (all.hasNext()) {
            Waiter<R> waiter = all.next();
            if (nowNanos - waiter.deadlineNanos >= 0) {
                all.remove();
                output.refuse(waiter.replyTo, timedOut());
            }
        }
        if (!waiters.isEmpty()) {
            requestIfNeeded(nowNanos);
        }
    }

    private SeqdException timedOut() {
        SeqdException cause = lastFailure;
        String why = cause == null ? "the owner of this sequence did not answer in time; try again" : cause.detail();
        return new SeqdException(SeqdError.UNAVAILABLE, null, why, cause);
    }

    /** Whether time alone can change something. */
    boolean isRestless() {
        return !waiters.isEmpty();
    }

    /** Whether nobody has used it for the idle time. */
    boolean isIdle(long nowNanos) {
        return waiters.isEmpty()
                && !inFlight
                && nowNanos - lastUsedNanos >= settings.idle().toNanos();
    }

    /** Gives up what is held: the definition changed, or the cache lets go of the counter. */
    void forget() {
        lease.clear();
        newest = null;
        highest = null;
        noteBurnt();
    }

    private void noteBurnt() {
        counts.valuesBurnt().add(lease.discarded() - burntBefore);
        burntBefore = lease.discarded();
    }

    private void serve(long nowNanos) {
        Grant from = newest;
        if (from == null) {
            return;
        }
        long share = from.fairShare();
        Iterator<Waiter<R>> all = waiters.iterator();
        while (all.hasNext() && lease.held() > 0) {
            Waiter<R> waiter = all.next();
            Block block = lease.take(Math.min(waiter.count, share), floorOf(waiter, from))
                    .orElse(null);
            if (block != null) {
                all.remove();
                give(waiter, block, from, nowNanos);
            }
        }
        noteBurnt();
    }

    private void give(Waiter<R> waiter, Block block, Grant from, long nowNanos) {
        demand.add(block.count(), nowNanos);
        usedSinceAsked += block.count();
        String id = from.id() + "." + Long.toString(++blocksGiven, 36);
        long wanted = (long) Math.ceil(demand.perSecond(nowNanos) * SUGGESTED_SECONDS);
        long suggested = Math.min(Math.max(LEAST_SUGGESTED, wanted), from.fairShare());
        counts.blocksGranted().increment();
        counts.valuesGranted().add(block.count());
        output.give(waiter.replyTo, new Taken(id, block, from.fairShare() > 1, suggested));
    }

    private static @Nullable Position floorOf(Waiter<?> waiter, Grant grant) {
        return waiter.after == null
                ? null
                : waiter.after.at(grant.block().epoch(), grant.block().lap());
    }

    private void requestIfNeeded(long nowNanos) {
        if (inFlight || nowNanos - retryAtNanos < 0) {
            return;
        }
        Waiter<R> beyond = firstBeyondAll();
        if (beyond != null) {
            inFlightFor = beyond;
            request(beyond.count, beyond.after);
            return;
        }
        long waiting = 0;
        for (Waiter<R> waiter : waiters) {
            waiting = saturatedSum(waiting, waiter.count);
        }
        long amount = saturatedSum(waiting, surplus(nowNanos));
        if (amount > 0) {
            request(amount, highest == null ? null : new After(highest.value(), highest.epoch(), highest.lap()));
        }
    }

    /** The first caller that saw more than this node ever had: only the Counter knows what lies beyond. */
    private @Nullable Waiter<R> firstBeyondAll() {
        for (Waiter<R> waiter : waiters) {
            if (waiter.after == null) {
                continue;
            }
            Grant from = newest;
            Position known = highest;
            if (from == null || known == null) {
                return waiter;
            }
            if (!known.isBeyond(
                    waiter.after.at(known.epoch(), known.lap()), from.block().ascending())) {
                return waiter;
            }
        }
        return null;
    }

    private long surplus(long nowNanos) {
        double rate = demand.perSecond(nowNanos);
        if (newest == null) {
            return settings.lease().min();
        }
        long share = newest.fairShare();
        long held = lease.held();
        if (share <= 1 || held > share / 2 || !settings.lease().wantsMore(held, rate)) {
            return 0;
        }
        return Math.min(settings.lease().amount(held, rate, previousAmount), share - held);
    }

    private void request(long count, @Nullable After after) {
        inFlight = true;
        output.lease(count, usedSinceAsked, after);
        usedSinceAsked = 0;
    }

    private static long saturatedSum(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
