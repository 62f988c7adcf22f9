package dev.seqd.client;

import dev.seqd.core.RefillPolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When to refill, and with how much. Whether a refill is needed is derived from the state each time anew; at most one is
 * in flight, and whatever ends it clears the mark. Nothing is fetched ahead of need of a sequence that never granted
 * anything, was refused as unknown since, or does not let its values be kept. Not thread-safe.
 */
final class RefillPlan {
    private static final long FIRST = 10;
    private static final double SECOND_NANOS = 1e9;
    private static final long ADVICE_NANOS = Duration.ofSeconds(10).toNanos();

    private final StockLimit limit;
    private final Backoff backoff;
    private final Demand demand;
    private @Nullable Attempt inFlight;
    private boolean paused;
    private boolean granted;
    private boolean cacheable = true;
    private long firstGrantNanos;
    private long suggested;
    private long previous;

    RefillPlan(RefillPolicy policy, Backoff backoff, Demand demand) {
        this.limit = new StockLimit(policy);
        this.backoff = backoff;
        this.demand = demand;
    }

    /** Notes how many values were asked for, ever. */
    void sample(Demand.Totals totals, long nowNanos) {
        demand.sample(totals, nowNanos);
    }

    /** Whether nothing was asked for within the window of the demand. */
    boolean idle(long nowNanos) {
        return demand.idle(nowNanos);
    }

    /** Whether a refill may begin, if one is needed. */
    boolean ready(boolean waiting, long nowNanos) {
        return inFlight == null && !paused && backoff.over(waiting, nowNanos);
    }

    /** Whether a stock is kept and too low for the demand. */
    boolean stockIsLow(long held, long nowNanos) {
        return granted && cacheable && limit.policy().wantsMore(held, demand.perSecond(nowNanos));
    }

    /** How long the stock lasts until it is low, at the present demand; {@code Long.MAX_VALUE / 2} for ever. */
    long nanosUntilLow(long held, long nowNanos) {
        double rate = demand.perSecond(nowNanos);
        if (!granted || !cacheable || rate <= 0) {
            return Long.MAX_VALUE / 2;
        }
        double seconds = (held - limit.policy().threshold(rate) + 1) / rate;
        return (long) Math.min(Long.MAX_VALUE / 2.0, Math.max(0, seconds) * SECOND_NANOS);
    }

    /** The demand in values a second. */
    double perSecond(long nowNanos) {
        return demand.perSecond(nowNanos);
    }

    /**
     * How many values to ask for. Without permission to cache, or before the demand is known, that goes by the calls that
     * wait; in the first seconds the node's advice counts, and then only the client's own demand.
     */
    int amount(Stock stock, long nowNanos) {
        long amount = cacheable ? stockAmount(stock.held(), nowNanos) : 1;
        return (int) Math.min(Integer.MAX_VALUE, Math.max(amount, stock.wanted()));
    }

    /**
     * What there is and what is missing.
     *
     * @param held how many values are left
     * @param wanted how many values the waiting calls miss
     */
    record Stock(long held, long wanted) {}

    private long stockAmount(long held, long nowNanos) {
        RefillPolicy policy = limit.policy();
        long room = Math.max(1, policy.max() - held);
        if (!granted) {
            previous = Math.min(FIRST, room);
            return previous;
        }
        previous = policy.amount(held, demand.perSecond(nowNanos), previous);
        boolean advised = nowNanos - firstGrantNanos < ADVICE_NANOS;
        return Math.min(room, advised ? Math.max(previous, suggested) : previous);
    }

    /** Marks a refill as in flight. */
    Attempt begin(Attempt attempt) {
        inFlight = attempt;
        return attempt;
    }

    /** Clears the mark; false if the attempt is not the one in flight, which is then nobody's business any more. */
    boolean end(Attempt attempt) {
        if (inFlight != attempt) {
            return false;
        }
        inFlight = null;
        return true;
    }

    /** Whether a refill is in flight. */
    boolean isUnderWay() {
        return inFlight != null;
    }

    /** The refill in flight if it began before {@code beforeNanos}. */
    @Nullable
    Attempt olderThan(long beforeNanos) {
        Attempt attempt = inFlight;
        return attempt != null && attempt.startedNanos() - beforeNanos < 0 ? attempt : null;
    }

    /**
     * Lets no refill begin until {@link #resume}: while the values of an uncacheable block are handed over, whoever comes
     * back for the next one joins the others instead of asking alone.
     */
    void pause() {
        paused = true;
    }

    void resume() {
        paused = false;
    }

    /** Notes what was granted in answer to a request for {@code asked} values. */
    void succeeded(long asked, Grant grant, long nowNanos) {
        backoff.succeeded();
        limit.note(asked, grant);
        if (!granted) {
            granted = true;
            firstGrantNanos = nowNanos;
        }
        cacheable = grant.cacheable();
        suggested = grant.suggestedCount();
    }

    /** Notes a failure; the next try begins no sooner than in {@code adviceNanos}. */
    void failed(long nowNanos, boolean byAnswer, long adviceNanos) {
        backoff.failed(nowNanos, byAnswer, adviceNanos);
    }

    /** Notes that there is no such sequence any more: until it grants something again, only calls that wait count. */
    void forget() {
        granted = false;
    }

    boolean failing() {
        return backoff.failing();
    }
}
