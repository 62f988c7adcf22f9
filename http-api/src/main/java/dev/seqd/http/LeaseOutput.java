package dev.seqd.http;

import dev.seqd.allocator.LeaseRequest;
import dev.seqd.core.SeqdException;

/**
 * What a lease does to the world.
 *
 * @param <R> where an answer goes
 */
interface LeaseOutput<R> {
    /** Asks the Counter for values; answered by {@link LeaseState#leased} or {@link LeaseState#leaseFailed}. */
    void lease(LeaseRequest request);

    /** Tells the Counter, which has not answered yet, that so many more wait for it than it was told of. */
    default void wanted(long more) {}

    /** Gives a caller a block. */
    void give(R replyTo, Taken taken);

    /** Refuses a caller. */
    void refuse(R replyTo, SeqdException refusal);
}
