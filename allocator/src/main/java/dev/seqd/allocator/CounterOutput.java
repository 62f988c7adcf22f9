package dev.seqd.allocator;

import dev.seqd.core.Position;
import org.jspecify.annotations.Nullable;

/**
 * What a Counter does to the world.
 *
 * @param <R> where an answer goes
 */
interface CounterOutput<R> {
    /** Asks the journal to raise the mark by an amount, beyond what is known here; answered with the serial. */
    void raise(long serial, long amount, @Nullable Position known);

    /** Asks all nodes to give back what they hold, answered by {@link CounterState#recalled}; says how many will answer. */
    int recall(long serial);

    /** Asks all nodes as above, but those that use what they hold keep it. */
    int recallResting(long serial);

    /** Asks the journal for a change, after a release of what was not issued; answered with the serial. */
    void change(long serial, ChangeLine.Asked<R> asked, @Nullable Position unissuedFrom);

    /** Asks the journal to release what was not issued; answered with the serial. */
    void release(long serial, Position unissuedFrom);

    /** Answers a request. */
    void answer(R replyTo, Answer answer);

    /** Tells that the mark was moved past a position that the journal should have known of. */
    void healed(Position known);

    /** The Counter may end now: nothing of it is left to give back. */
    void stopped();
}
