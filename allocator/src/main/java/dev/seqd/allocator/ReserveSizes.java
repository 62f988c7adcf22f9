package dev.seqd.allocator;

import dev.seqd.core.DemandRate;
import dev.seqd.core.SequenceDefinition;
import org.jspecify.annotations.Nullable;

/** How much a Counter raises ahead of need, and how much it grants at once. Not thread-safe. */
final class ReserveSizes {
    private final CounterSettings settings;
    private final DemandRate demand;
    private long previousAmount;
    private long raisedAtNanos;

    ReserveSizes(CounterSettings settings, long nowNanos) {
        this.settings = settings;
        this.demand = DemandRate.ofBatches(nowNanos);
    }

    /** So many values were used. */
    void used(long count, long nowNanos) {
        demand.add(count, nowNanos);
    }

    /** So many values were raised. */
    void raised(long count, long nowNanos) {
        previousAmount = count;
        raisedAtNanos = nowNanos;
    }

    /** The most values that one request gets. */
    long grantLimit(@Nullable SequenceDefinition definition, long remaining) {
        if (definition == null) {
            return settings.blockMax();
        }
        Long own = definition.sizing().blockMax();
        long blockMax = own == null ? settings.blockMax() : Math.min(own, settings.blockMax());
        Terms terms = Terms.of(definition);
        return terms.holdsNothing() ? blockMax : Math.min(blockMax, terms.holdingLimit(remaining));
    }

    /** What to raise beyond what is waited for. Where nothing may be held, or near a bound, that is nothing. */
    long surplus(SequenceDefinition definition, long held, long remaining, long nowNanos) {
        Terms terms = Terms.of(definition);
        long limit = terms.holdsNothing() ? 0 : terms.holdingLimit(remaining);
        var policy = definition
                .sizing()
                .applyTo(settings.reserve(), definition.sizing().reserveMax());
        double rate = demand.perSecond(nowNanos);
        if (limit <= 1 || held > limit / 2 || !policy.wantsMore(held, rate)) {
            return 0;
        }
        long ago = nowNanos - raisedAtNanos;
        return Math.max(0, Math.min(policy.costlyAmount(held, rate, previousAmount, ago), limit - held));
    }
}
