package dev.seqd.client;

import dev.seqd.core.Block;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All that one client decides about one sequence, as a state machine without threads, HTTP or clock: calls take from the
 * chain or wait, refills begin, are granted or fail. Methods that end calls return their tickets, to be delivered by the
 * owner outside of its lock.
 *
 * <p>Invariants: a call waits only while the chain holds less than it wants; a value that may not be kept goes to a call
 * that waited when it was asked for, or to nobody. Not thread-safe.
 */
final class CounterState {
    /** Longer than any source may take: an attempt as old as that was lost. */
    static final Duration LOST_AFTER = Duration.ofSeconds(10);

    private final String name;
    private final Settings settings;
    private final Chain chain;
    private final Waiters waiters = new Waiters();
    private final RefillPlan plan;
    private final Outage outage;
    private final Condition condition = new Condition();
    private long bulk;
    private long refills;
    private long failed;
    private long refused;

    /** A sequence of which nothing is known, its current chunk shown in {@code slot}. */
    CounterState(String name, Settings settings, RefillPlan plan, ChunkSlot slot) {
        this.name = name;
        this.settings = settings;
        this.plan = plan;
        this.chain = new Chain(slot);
        this.outage = new Outage(name);
    }

    /**
     * Takes what the ticket wants if all of it is there; else the ticket is still pending and has to {@link #join}.
     *
     * @return whether the stock went down far enough to think of a refill
     */
    boolean take(Ticket ticket) {
        long marks = chain.marks();
        if (chain.held() >= ticket.missing()) {
            noteBulk(ticket);
            ticket.serve(chain);
        }
        chain.advance();
        return chain.marks() != marks;
    }

    /**
     * Lets a pending ticket wait.
     *
     * @throws SeqdException {@code overloaded} if too many wait already
     */
    void join(Ticket ticket, long nowNanos) {
        waiters.join(ticket, nowNanos);
        noteBulk(ticket);
    }

    private void noteBulk(Ticket ticket) {
        bulk += ticket.missing() > 1 ? ticket.missing() : 0;
    }

    /** Ends one call whose time is over, if it still waits. */
    void giveUp(Ticket ticket, long nowNanos) {
        if (ticket.pending()) {
            waiters.leave(ticket, waitedTooLong(ticket), nowNanos);
        }
    }

    /** Ends one call that is no longer wanted, if it still waits. */
    void interrupt(Ticket ticket, Exception cause, long nowNanos) {
        if (ticket.pending()) {
            waiters.leave(ticket, outage.interrupted(cause), nowNanos);
        }
    }

    /** Ends all calls whose time is over. */
    List<Ticket> expire(long nowNanos) {
        List<Ticket> done = new ArrayList<>();
        waiters.expire(nowNanos, this::waitedTooLong, done);
        return done;
    }

    private Supplier<RuntimeException> waitedTooLong(Ticket ticket) {
        return outage.explain("gave up after " + ticket.maxWait().toMillis() + " ms");
    }

    /** Whether a refill is needed and may begin. */
    boolean due(long nowNanos) {
        return plan.ready(waiting(), nowNanos) && needed(nowNanos);
    }

    private boolean needed(long nowNanos) {
        return waiting() || (!chain.full() && plan.stockIsLow(chain.held(), nowNanos));
    }

    /** Begins a refill at {@code node} if one is {@linkplain #due due}, else null. */
    @Nullable
    Attempt begin(URI node, long nowNanos) {
        sample(nowNanos);
        if (!due(nowNanos)) {
            return null;
        }
        RefillPlan.Stock stock = new RefillPlan.Stock(chain.held(), waiters.wanted());
        int count = plan.amount(stock, nowNanos);
        BlockRequest request = new BlockRequest(name, count, chain.floor(), settings.clientName());
        return plan.begin(new Attempt(node, request, waiters.lastSerial(), nowNanos));
    }

    /** The node that a refill should not go to, if others work: the last one failed there. */
    @Nullable
    URI avoided() {
        return outage.lastNode();
    }

    /** Clears the in-flight mark; false if the attempt is not in flight any more, so that its answer is void. */
    boolean end(Attempt attempt) {
        return plan.end(attempt);
    }

    /** The attempt in flight, if it has been for so long that it must be lost. */
    @Nullable
    Attempt lost(long nowNanos) {
        return plan.olderThan(nowNanos - LOST_AFTER.toNanos());
    }

    /**
     * What came of an attempt.
     *
     * @param done the calls that are over
     * @param failure why it failed after all, null if it did not
     * @param complain whether the failure should be logged: the first answer of this sequence that cannot be believed
     */
    record Conclusion(List<Ticket> done, @Nullable Throwable failure, boolean complain) {}

    /**
     * Draws the conclusion from an ended attempt; {@link #resume} follows once the calls that are over have been told. A
     * grant that cannot be believed, or not be used, is a failure.
     */
    Conclusion conclude(Attempt attempt, Reply reply, long nowNanos) {
        Throwable failure = reply.failure();
        Grant grant = reply.grant();
        try {
            if (grant != null && failure == null) {
                return new Conclusion(granted(attempt, grant, nowNanos), null, false);
            }
        } catch (RuntimeException | Error e) {
            failure = e;
        }
        Throwable reason = failure != null ? failure : new BadAnswerException("neither a grant nor a failure");
        List<Ticket> done = failed(attempt, reply, reason, nowNanos);
        return new Conclusion(done, reason, reason instanceof BadAnswerException && refused == 1);
    }

    private List<Ticket> granted(Attempt attempt, Grant grant, long nowNanos) {
        requireAsked(attempt.request(), grant);
        List<Ticket> done = new ArrayList<>();
        if (grant.cacheable()) {
            keep(grant.block(), done, nowNanos);
        } else {
            passOn(attempt, grant.block(), done, nowNanos);
        }
        refills++;
        outage.over();
        plan.succeeded(attempt.request().count(), grant, nowNanos);
        return done;
    }

    private void keep(Block block, List<Ticket> done, long nowNanos) {
        chain.install(block);
        waiters.serve(chain, Long.MAX_VALUE, done, nowNanos);
        chain.advance();
    }

    /**
     * Gives an uncacheable block to the calls that waited when it was asked for, and to nobody who came later: others may
     * have been given greater values by then. It is never in the slot, so that no thread can claim from it.
     */
    private void passOn(Attempt attempt, Block block, List<Ticket> done, long nowNanos) {
        chain.replace(block);
        waiters.serve(chain, attempt.upTo(), done, nowNanos);
        chain.drop();
        plan.pause();
    }

    /** Lets refills begin after a conclusion; returns whether one is needed at once for calls that wait. */
    boolean resume() {
        plan.resume();
        return waiting();
    }

    private static void requireAsked(BlockRequest request, Grant grant) {
        if (!grant.sequence().equals(request.sequence())) {
            throw new BadAnswerException("a block of another sequence than \"" + request.sequence() + "\"");
        }
        if (grant.block().count() > request.count()) {
            throw new BadAnswerException("more values than the " + request.count() + " asked for: " + grant.block());
        }
    }

    /** A refusal ends the calls that it is an answer to. A sequence that was dropped takes its values along. */
    private List<Ticket> failed(Attempt attempt, Reply reply, Throwable error, long nowNanos) {
        boolean refusal = Outage.isRefusal(error);
        failed++;
        if (error instanceof BadAnswerException) {
            refused++;
        }
        plan.failed(nowNanos, refusal, reply.adviceNanos());
        outage.failed(attempt.node(), error);
        List<Ticket> done = new ArrayList<>();
        if (error instanceof SeqdException known && known.error() == SeqdError.UNKNOWN_SEQUENCE) {
            chain.drop();
            plan.forget();
        }
        if (refusal) {
            waiters.fail(Outage.refusal((SeqdException) error), attempt.upTo(), done, nowNanos);
        }
        return done;
    }

    /** Gives everything up and ends all calls. */
    List<Ticket> close(Supplier<RuntimeException> with, long nowNanos) {
        chain.drop();
        List<Ticket> done = new ArrayList<>();
        waiters.fail(with, Long.MAX_VALUE, done, nowNanos);
        return done;
    }

    /** Reads the demand off the totals. */
    void sample(long nowNanos) {
        long asked = chain.given() + waiters.wanted() + waiters.abandoned();
        plan.sample(new Demand.Totals(asked - bulk, bulk), nowNanos);
    }

    boolean waiting() {
        return waiters.wanted() > 0;
    }

    /**
     * When the next look at the sequence is worth it: now while somebody waits or a refill is needed, else when the stock
     * will be low if the demand goes on; far ahead if that is not to be expected.
     */
    long nextLookNanos(long nowNanos) {
        boolean urgent = waiting() || (plan.ready(false, nowNanos) ? needed(nowNanos) : plan.failing());
        return nowNanos + (urgent ? 0 : plan.nanosUntilLow(chain.held(), nowNanos));
    }

    /** Judges how the cache is doing; returns how it was until now. */
    CacheState judge(long nowNanos) {
        boolean low = plan.stockIsLow(chain.held(), nowNanos);
        return condition.judge(plan.failing() && (low || waiting()), chain.held(), low);
    }

    /** Nobody uses the sequence any more, so that nothing is amiss; returns how its cache was until now. */
    CacheState rest() {
        return condition.judge(false, chain.held(), false);
    }

    CacheState condition() {
        return condition.state();
    }

    SequenceStats stats(long nowNanos) {
        return new SequenceStats(
                name,
                condition.state(),
                chain.given(),
                waiters.waits(),
                Duration.ofNanos(waiters.waitedNanos()),
                refills,
                failed,
                refused,
                plan.perSecond(nowNanos),
                chain.held(),
                lostValues());
    }

    /** Whether nobody has used the sequence for a while. */
    boolean idle(long nowNanos) {
        return !waiting() && !plan.isUnderWay() && plan.idle(nowNanos);
    }

    /** Whether nothing was ever held, so that forgetting the sequence forgets no order. */
    boolean blank() {
        return chain.floor() == null;
    }

    long held() {
        return chain.held();
    }

    /** How many values became gaps. */
    long lostValues() {
        return chain.lost() + waiters.lost();
    }

    /** How many answers could not be believed. */
    long refusedAnswers() {
        return refused;
    }
}
