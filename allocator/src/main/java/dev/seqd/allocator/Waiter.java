package dev.seqd.allocator;

import dev.seqd.core.After;
import dev.seqd.core.Position;
import dev.seqd.core.SequenceState;
import org.jspecify.annotations.Nullable;

/**
 * A request in a Counter's queue. Not thread-safe.
 *
 * @param <R> where its answer goes
 */
final class Waiter<R> {
    private final LeaseRequest request;
    private final R replyTo;
    private final long deadlineNanos;
    private final long afterSerial;
    private @Nullable Position floor;

    /** {@code afterSerial} is the last raise that was asked for before the request came. */
    Waiter(LeaseRequest request, R replyTo, long deadlineNanos, long afterSerial) {
        this.request = request;
        this.replyTo = replyTo;
        this.deadlineNanos = deadlineNanos;
        this.afterSerial = afterSerial;
    }

    R replyTo() {
        return replyTo;
    }

    long deadlineNanos() {
        return deadlineNanos;
    }

    /** Whether the request was there when a raise was asked for. */
    boolean waitedFor(long serial) {
        return serial > afterSerial;
    }

    /** How many values it gets, at most {@code limit}: where nothing may be held, only what callers wait for at once. */
    long wants(SequenceState now, long limit) {
        return Math.min(now.definition().holdsNothing() ? request.needed() : request.count(), limit);
    }

    /**
     * What its values must lie beyond, null for nothing. The epoch and lap that it left out are those of the first time
     * that it is asked: a floor that moved to each new lap could never be passed.
     */
    @Nullable
    Position floor(SequenceState now) {
        After after = request.after();
        if (floor == null && after != null) {
            floor = after.at(now);
        }
        return floor;
    }

    /** Whether its word may move the counter past its floor. */
    boolean mayHeal() {
        After after = request.after();
        return after != null && after.mayHeal();
    }
}
