package dev.seqd.allocator;

import dev.seqd.core.Block;
import dev.seqd.core.Position;
import dev.seqd.core.Saturated;
import dev.seqd.core.SequenceState;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a counter beyond its journal: what the Counter has raised itself, and what callers say that they saw.
 * A floor beyond the mark means that another node raised it, that the journal lost commits, or that the caller is
 * mistaken. Which one shows when a raise of our own commits; even then only so much is believed. Not thread-safe.
 */
final class Hearsay {
    private static final int REMEMBERED = 64;

    private final HealingBudget budget;
    private final Deque<Raise> raises = new ArrayDeque<>();
    private @Nullable Position highestOwned;
    private @Nullable Position raisingBeyond;

    /** A range, and what was known before it was raised. */
    private record Raise(Block range, @Nullable Position knownBefore) {}

    Hearsay(long maxHealing, long nowNanos) {
        this.budget = new HealingBudget(maxHealing, nowNanos);
    }

    /** A range was raised here. */
    void own(Block range) {
        raises.addLast(new Raise(range, highestOwned));
        if (raises.size() > REMEMBERED) {
            raises.removeFirst();
        }
        highestOwned = range.end();
    }

    /** The highest value that was raised here and is not given up, null if none is. */
    @Nullable
    Position owned() {
        return highestOwned;
    }

    /**
     * Nothing from a position to the mark is issued any more, whether its release is known to be written or not. What was raised
     * before is known as ever, be it of an earlier lap or epoch: the beginning of a later one may be lost. So is all if the
     * journal has lost what was raised beyond its mark.
     */
    void gaveUp(Position unissuedFrom, Position mark) {
        if (mark.equals(highestOwned)) {
            forgetFrom(unissuedFrom);
        }
    }

    private void forgetFrom(Position unissuedFrom) {
        Raise last = raises.peekLast();
        while (last != null && !unissuedFrom.isBeyond(last.range.start(), last.range.ascending())) {
            highestOwned = last.knownBefore;
            raises.removeLast();
            last = raises.peekLast();
        }
        if (last != null && !unissuedFrom.isBeyond(last.range.end(), last.range.ascending())) {
            Block issued = last.range.before(unissuedFrom);
            raises.removeLast();
            raises.addLast(new Raise(issued, last.knownBefore));
            highestOwned = issued.end();
        }
    }

    /** Whether the word of a waiter may move the counter past its floor. */
    boolean isBelieved(Waiter<?> waiter, SequenceState now, long nowNanos) {
        Position floor = waiter.floor(now);
        if (floor == null || !now.isBeyondMark(floor) || raisedHere(floor, now)) {
            return true;
        }
        boolean mayHeal = waiter.mayHeal() && floor.epoch() == now.epoch();
        return mayHeal && now.hasNextBeyond(floor) && budget.allows(now.stepsTo(floor), nowNanos);
    }

    private boolean raisedHere(Position floor, SequenceState now) {
        return highestOwned != null
                && !floor.isBeyond(highestOwned, now.definition().ascending());
    }

    /**
     * What the next raise is for.
     *
     * @param values how many are waited for
     * @param beyond what the range must lie beyond, null for nothing that the journal does not know
     */
    record Wish(long values, @Nullable Position beyond) {}

    /** What is to be raised for those who wait; a raise that shows whether a floor is right needs only one value. */
    Wish wish(Iterable<? extends Waiter<?>> waiting, SequenceState now, long limit, long nowNanos) {
        Position beyond = highestOwned;
        long values = 0;
        for (Waiter<?> waiter : waiting) {
            Position floor = waiter.floor(now);
            boolean believed = isBelieved(waiter, now, nowNanos);
            values = Saturated.sum(values, believed ? waiter.wants(now, limit) : 1);
            beyond = believed && floor != null ? higher(beyond, floor, now) : beyond;
        }
        raisingBeyond = beyond;
        return new Wish(values, beyond);
    }

    /**
     * The raise was committed over a state. Moving past values that the journal does not know of is limited.
     *
     * @return the position that the journal should have known of, null if it did
     */
    @Nullable
    Position healedBy(SequenceState before, long nowNanos) {
        Position known = raisingBeyond;
        if (known == null || known.epoch() < before.epoch() || !before.isBeyondMark(known)) {
            return null;
        }
        long steps = before.stepsTo(known);
        if (steps > 0 && !raisedHere(known, before) && budget.allows(steps, nowNanos)) {
            budget.spend(steps);
        }
        return steps == 0 ? null : known;
    }

    private static Position higher(@Nullable Position known, Position floor, SequenceState now) {
        boolean ascending = now.definition().ascending();
        return known == null || floor.isBeyond(known, ascending) ? floor : known;
    }
}
