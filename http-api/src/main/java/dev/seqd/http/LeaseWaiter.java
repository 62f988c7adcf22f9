package dev.seqd.http;

import dev.seqd.core.After;
import dev.seqd.core.Position;
import org.jspecify.annotations.Nullable;

/**
 * A caller in a lease's queue. Not thread-safe.
 *
 * @param <R> where its answer goes
 */
final class LeaseWaiter<R> {
    private final Wanted wanted;
    private final R replyTo;
    private final long number;
    private final long deadlineNanos;
    private @Nullable Position floor;

    LeaseWaiter(Wanted wanted, R replyTo, long number, long deadlineNanos) {
        this.wanted = wanted;
        this.replyTo = replyTo;
        this.number = number;
        this.deadlineNanos = deadlineNanos;
    }

    Wanted wanted() {
        return wanted;
    }

    R replyTo() {
        return replyTo;
    }

    /** Grows with every caller. */
    long number() {
        return number;
    }

    boolean isLate(long nowNanos) {
        return nowNanos - deadlineNanos >= 0;
    }

    /**
     * What its values must lie beyond, null for nothing or when it cannot be said because nothing is known here. The epoch and
     * lap that it left out are those of the first time that it is asked: a floor that moved to each new lap could never be
     * passed.
     */
    @Nullable
    Position floor(@Nullable Position highestKnown) {
        After after = wanted.after();
        if (floor == null && after != null && highestKnown != null) {
            floor = after.at(highestKnown.epoch(), highestKnown.lap());
        }
        return floor;
    }

    /** Whether it named an epoch, and an older one than the given. */
    boolean knowsOnlyBefore(long epoch) {
        After after = wanted.after();
        return after != null && after.epoch() != null && after.epoch() < epoch;
    }

    /** Whether it saw more than this node ever had: only the Counter knows what lies beyond. */
    boolean isBeyond(@Nullable Position highestKnown, boolean ascending) {
        Position from = floor(highestKnown);
        if (from == null || highestKnown == null) {
            return wanted.after() != null;
        }
        return from.isBeyond(highestKnown, ascending);
    }
}
