package dev.seqd.allocator;

import dev.seqd.core.Position;
import dev.seqd.core.Saturated;
import dev.seqd.core.SequenceState;
import org.jspecify.annotations.Nullable;

/**
 * Hands out a Counter's reserve, says what to raise, and gives up the rest.
 *
 * @param reserve what there is
 * @param sizes how much one request gets
 * @param hearsay whose word counts
 * @param refusals what to say else
 */
record Teller(Reserve reserve, ReserveSizes sizes, Hearsay hearsay, Refusals refusals) {
    /**
     * What to answer now, null if that depends on a raise.
     *
     * @param markIsProven whether a raise since the request has shown how far the journal is
     */
    @Nullable
    Answer answer(Waiter<?> waiter, SequenceState now, boolean markIsProven, long nowNanos) {
        long limit = sizes.grantLimit(now.definition(), reserve.remaining(now));
        Grant grant = reserve.grant(waiter.wants(now, limit), waiter.floor(now), now);
        if (grant != null) {
            return new Answer.Granted(grant);
        }
        return markIsProven && !hearsay.isBelieved(waiter, now, nowNanos) ? refusals.beyondMark() : null;
    }

    /** What is to be raised for those who wait, and ahead of need; no values if nothing is. */
    Hearsay.Wish wish(Iterable<? extends Waiter<?>> waiting, SequenceState now, long nowNanos) {
        long remaining = reserve.remaining(now);
        Hearsay.Wish wish = hearsay.wish(waiting, now, sizes.grantLimit(now.definition(), remaining), nowNanos);
        long surplus = sizes.surplus(now.definition(), reserve.held(), remaining, nowNanos);
        boolean idle = wish.values() == 0 && now.exhausted();
        return new Hearsay.Wish(idle ? 0 : Saturated.sum(wish.values(), surplus), wish.beyond());
    }

    /** None of the reserve is ever issued again, whatever becomes of its release; says where its unissued end begins. */
    @Nullable
    Position giveUp(@Nullable SequenceState now) {
        Position unissuedFrom = reserve.giveUp(now);
        Position mark = now == null ? null : now.markPosition();
        if (unissuedFrom != null && mark != null) {
            hearsay.gaveUp(unissuedFrom, mark);
        }
        return unissuedFrom;
    }
}
