package dev.seqd.http;

import dev.seqd.allocator.Grant;
import dev.seqd.allocator.Known;
import dev.seqd.allocator.LeaseRequest;
import dev.seqd.allocator.Recall;
import dev.seqd.allocator.Terms;
import dev.seqd.core.After;
import dev.seqd.core.Block;
import dev.seqd.core.BlockQueue;
import dev.seqd.core.DemandRate;
import dev.seqd.core.Position;
import dev.seqd.core.RefillPolicy;
import dev.seqd.core.Saturated;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceState;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What a node's cache decides for one counter: who gets which part of the lease, when more is asked of the Counter, and
 * what is given back. Plain and single-threaded; time comes in with each call, effects go out through {@link LeaseOutput}.
 *
 * <p>Guards that a value leaves the lease at most once, that at most one request to the Counter is in flight, that a
 * failure keeps what is left and always clears the in-flight mark, that a block enters the lease only beyond everything
 * that was in it, and that where nothing may be held a block serves only those who waited when it was asked for.
 *
 * @param <R> where an answer goes
 */
final class LeaseState<R> {
    private static final long RESTING_NANOS = Duration.ofSeconds(1).toNanos();

    private final HttpSettings settings;
    private final NodeCounts counts;
    private final LeaseOutput<R> output;
    private final BlockQueue lease = new BlockQueue();
    private final HeldGrants grants = new HeldGrants();
    private final Deque<LeaseWaiter<R>> waiters = new ArrayDeque<>();
    private final List<Recall> recalls = new ArrayList<>();
    private final DemandRate demand;
    private final Backoff backoff;
    private Portions portions = Portions.UNKNOWN;
    private boolean ascending = true;
    private long oldestEpoch;
    private @Nullable Position highest;
    private @Nullable Position highestGiven;
    private boolean inFlight;
    private @Nullable LeaseWaiter<R> inFlightFor;
    private boolean lastWasForOne;
    private long inFlightUpTo;
    private final Urgency urgency = new Urgency();
    private long waited;
    private long previousAmount;
    private String grantId = "";
    private long blocksGiven;
    private long usedSinceAsked;
    private long lastUsedNanos;
    private @Nullable SeqdException lastFailure;
    private long burntBefore;

    LeaseState(HttpSettings settings, NodeCounts counts, RandomGenerator random, LeaseOutput<R> output, long nowNanos) {
        this.settings = settings;
        this.counts = counts;
        this.output = output;
        this.demand = DemandRate.ofBatches(nowNanos);
        this.backoff = new Backoff(settings.minBackoff(), settings.maxBackoff(), random, nowNanos);
        this.lastUsedNanos = nowNanos;
    }

    /** A caller wants values. */
    void take(Wanted wanted, R replyTo, long nowNanos) {
        lastUsedNanos = nowNanos;
        waiters.addLast(new LeaseWaiter<>(
                wanted, replyTo, ++waited, nowNanos + settings.maxWait().toNanos()));
        serve(nowNanos);
        if (waiters.size() > settings.maxWaiting()) {
            waiters.removeLast();
            String text = "too many requests wait for this sequence; try again";
            output.refuse(replyTo, new SeqdException(SeqdError.OVERLOADED, text));
        }
        requestIfNeeded(nowNanos);
        long more = inFlight ? urgency.more(waiters.size()) : 0;
        if (more > 0) {
            output.wanted(more);
        }
    }

    /** The Counter granted a block. */
    void leased(Grant grant, long nowNanos) {
        LeaseWaiter<R> first = inFlightFor;
        landed();
        backoff.reset(nowNanos);
        lastFailure = null;
        if (install(grant)) {
            lendTo(first, grant.block(), nowNanos);
            serve(nowNanos);
        }
        if (portions.terms().holdsNothing()) {
            lease.clear();
        }
        noteBurnt();
        answerRecalls();
        requestIfWaiting(nowNanos);
    }

    /** A block that is not beyond what was held comes from an owner whose time is over: it is not for this node any more. */
    private boolean install(Grant grant) {
        Block block = grant.block();
        boolean beyond = highest == null || block.start().isBeyond(highest, block.ascending());
        if (!beyond || block.epoch() < oldestEpoch) {
            counts.valuesBurnt().add(block.count());
            return false;
        }
        boolean keeps = !grant.terms().holdsNothing();
        lease.retain(held -> keeps && held.epoch() == block.epoch() && held.increment() == block.increment());
        portions = new Portions(grant.terms(), grant.remaining());
        ascending = block.ascending();
        grantId = grant.id();
        highest = block.end();
        previousAmount = block.count();
        grants.add(grant);
        return true;
    }

    /** Who alone was asked for has the Counter's word that the block lies beyond what it saw; the rest is for everybody. */
    private void lendTo(@Nullable LeaseWaiter<R> first, Block block, long nowNanos) {
        if (first == null || !waiters.remove(first)) {
            lease.add(block);
            return;
        }
        Block part = block.head(Math.min(wants(first), block.count()));
        give(first, part, nowNanos);
        block.tail(part.count()).ifPresent(lease::add);
    }

    /** The Counter refused, or did not answer. Definite refusals reach whoever waits; others are tried again. */
    void leaseFailed(SeqdException failure, long nowNanos) {
        LeaseWaiter<R> first = inFlightFor;
        landed();
        lastFailure = failure;
        counts.leaseFailures().increment();
        if (failure.error() == SeqdError.UNKNOWN_SEQUENCE) {
            forget();
        }
        if (!failure.error().definite() || failure.error().retryable()) {
            backoff.failed(nowNanos);
        } else {
            refuse(first, failure);
        }
        answerRecalls();
        requestIfWaiting(nowNanos);
    }

    private void refuse(@Nullable LeaseWaiter<R> first, SeqdException failure) {
        Iterator<LeaseWaiter<R>> all = waiters.iterator();
        while (all.hasNext()) {
            LeaseWaiter<R> waiter = all.next();
            boolean meant = first == null ? waiter.number() <= inFlightUpTo : waiter.number() == first.number();
            if (meant) {
                all.remove();
                output.refuse(waiter.replyTo(), failure);
            }
        }
    }

    private void requestIfWaiting(long nowNanos) {
        if (!waiters.isEmpty()) {
            requestIfNeeded(nowNanos);
        }
    }

    private void landed() {
        inFlight = false;
        inFlightFor = null;
    }

    /**
     * What is held is given back, once what is in flight has landed; but what callers use stays, if only the rest is asked
     * for.
     */
    void recall(Recall recall, long nowNanos) {
        if (recall.onlyResting() && !isResting(nowNanos)) {
            recall.giveBack(List.of());
            return;
        }
        recalls.add(recall);
        answerRecalls();
    }

    /** Whether nobody has asked for values for a moment. */
    boolean isResting(long nowNanos) {
        return isUnusedFor(RESTING_NANOS, nowNanos);
    }

    private boolean isUnusedFor(long nanos, long nowNanos) {
        return waiters.isEmpty() && !inFlight && nowNanos - lastUsedNanos >= nanos;
    }

    private void answerRecalls() {
        if (inFlight || recalls.isEmpty()) {
            return;
        }
        List<Recall.Part> parts = grants.partsOf(lease.blocks());
        long givenBack = parts.stream().mapToLong(part -> part.block().count()).reduce(0, Saturated::sum);
        lease.clear();
        burntBefore = Saturated.sum(burntBefore, givenBack);
        noteBurnt();
        highest = highestGiven;
        for (Recall recall : recalls) {
            recall.giveBack(parts);
            parts = List.of();
        }
        recalls.clear();
    }

    /** The sequence has changed, perhaps without a recall that reached this node; null if it is not legible. */
    void changed(@Nullable SequenceState now) {
        if (now == null || now.dropped()) {
            forget();
            return;
        }
        oldestEpoch = Math.max(oldestEpoch, now.epoch());
        Terms terms = Terms.of(now.definition());
        portions = new Portions(terms, portions.remaining());
        lease.retain(block -> block.epoch() >= now.epoch() && now.definition().admits(block) && !terms.holdsNothing());
        noteBurnt();
    }

    /** Time has passed: whoever has waited long enough is refused, and a failed request tried again. */
    void tick(long nowNanos) {
        Iterator<LeaseWaiter<R>> all = waiters.iterator();
        while (all.hasNext()) {
            LeaseWaiter<R> waiter = all.next();
            if (waiter.isLate(nowNanos)) {
                all.remove();
                output.refuse(waiter.replyTo(), timedOut());
            }
        }
        requestIfWaiting(nowNanos);
    }

    private SeqdException timedOut() {
        String why = lastFailure == null ? "the owner did not answer in time; try again" : lastFailure.detail();
        return new SeqdException(SeqdError.UNAVAILABLE, null, why, lastFailure);
    }

    /** The highest value that was granted and not given back. */
    Optional<Known> known(String name) {
        return Optional.ofNullable(highest).map(position -> new Known(name, position, ascending));
    }

    /** Whether time alone can change something. */
    boolean isRestless() {
        return !waiters.isEmpty();
    }

    /** Whether nobody has used it for the idle time. */
    boolean isIdle(long nowNanos) {
        return isUnusedFor(settings.idle().toNanos(), nowNanos);
    }

    /** Gives up what is held: the sequence is gone, or the cache lets go of the counter. */
    void forget() {
        lease.clear();
        portions = Portions.UNKNOWN;
        highest = null;
        highestGiven = null;
        noteBurnt();
    }

    private void noteBurnt() {
        counts.valuesBurnt().add(lease.discarded() - burntBefore);
        burntBefore = lease.discarded();
    }

    private void serve(long nowNanos) {
        Iterator<LeaseWaiter<R>> all = waiters.iterator();
        while (all.hasNext() && lease.held() > 0) {
            LeaseWaiter<R> waiter = all.next();
            boolean knowsFloor = waiter.wanted().after() == null || waiter.floor(highest) != null;
            boolean mayHave = knowsFloor && (!portions.terms().holdsNothing() || waiter.number() <= inFlightUpTo);
            Block block =
                    mayHave ? lease.take(wants(waiter), waiter.floor(highest)).orElse(null) : null;
            if (block != null) {
                all.remove();
                give(waiter, block, nowNanos);
            }
        }
        noteBurnt();
    }

    private long wants(LeaseWaiter<R> waiter) {
        return portions.most(waiter.wanted(), needs(waiter));
    }

    /** Who still thinks of an older epoch does not know that it may keep nothing. */
    private long needs(LeaseWaiter<R> waiter) {
        boolean isOutdated = highest != null && waiter.knowsOnlyBefore(highest.epoch());
        return portions.needed(isOutdated ? 1 : waiter.wanted().needed());
    }

    private void give(LeaseWaiter<R> waiter, Block block, long nowNanos) {
        if (highestGiven == null || block.end().isBeyond(highestGiven, ascending)) {
            highestGiven = block.end();
        }
        demand.add(block.count(), nowNanos);
        usedSinceAsked += block.count();
        String id = grantId + "." + Long.toString(++blocksGiven, 36);
        long suggested = portions.suggested(waiter.wanted(), demand.perSecond(nowNanos));
        counts.blocksGranted().increment();
        counts.valuesGranted().add(block.count());
        output.give(waiter.replyTo(), new Taken(id, block, portions.cacheable(), suggested));
    }

    private void requestIfNeeded(long nowNanos) {
        if (inFlight || !recalls.isEmpty() || !backoff.isReady(nowNanos)) {
            return;
        }
        LeaseWaiter<R> beyond = firstBeyondAll();
        if (beyond != null && !(lastWasForOne && isWaitedForWithin())) {
            lastWasForOne = true;
            inFlightFor = beyond;
            request(beyond.wanted().count(), needs(beyond), beyond.wanted().after());
            return;
        }
        lastWasForOne = false;
        long count = 0;
        long needed = 0;
        for (LeaseWaiter<R> waiter : waiters) {
            count = Saturated.sum(count, wants(waiter));
            needed = Saturated.sum(needed, needs(waiter));
        }
        count = Saturated.sum(count, surplus(nowNanos));
        if (count > 0) {
            request(Math.max(count, needed), Math.max(1, needed), afterHighest());
        }
    }

    private @Nullable After afterHighest() {
        Position known = highest;
        return known == null ? null : new After(known.value(), known.epoch(), known.lap());
    }

    private @Nullable LeaseWaiter<R> firstBeyondAll() {
        for (LeaseWaiter<R> waiter : waiters) {
            if (waiter.isBeyond(highest, ascending)) {
                return waiter;
            }
        }
        return null;
    }

    private boolean isWaitedForWithin() {
        return waiters.stream().anyMatch(waiter -> !waiter.isBeyond(highest, ascending));
    }

    private long surplus(long nowNanos) {
        Terms terms = portions.terms();
        long most = terms.holdsNothing() ? 1 : terms.holdingLimit(portions.remaining());
        if (highest == null) {
            return most <= 1 ? 0 : Math.min(most, settings.lease().min());
        }
        RefillPolicy policy =
                terms.sizing().applyTo(settings.lease(), terms.sizing().nodeMax());
        double rate = demand.perSecond(nowNanos);
        long held = lease.held();
        if (most <= 1 || held > most / 2 || !policy.wantsMore(held, rate)) {
            return 0;
        }
        return Math.max(0, Math.min(policy.amount(held, rate, previousAmount), most - held));
    }

    private void request(long count, long needed, @Nullable After after) {
        inFlight = true;
        inFlightUpTo = waited;
        urgency.told(waiters.size());
        output.lease(new LeaseRequest(count, needed, usedSinceAsked, after));
        usedSinceAsked = 0;
    }
}
