package dev.seqd.allocator;

import dev.seqd.core.SequenceDefinition;
import dev.seqd.core.SequenceState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A sequence as people see it.
 *
 * @param name its name
 * @param definition what it is
 * @param progress how far it is
 * @param version counts the definition's changes, from 1
 * @param createdAt when it was created
 * @param changedAt when its definition changed last
 */
public record SequenceDescription(
        String name,
        SequenceDefinition definition,
        Progress progress,
        long version,
        Instant createdAt,
        Instant changedAt) {
    /**
     * How far a sequence is.
     *
     * @param epoch the current epoch
     * @param lap the current lap
     * @param next the value that the Counter hands out next, null if the bound is reached
     * @param highWater the journaled mark, null if nothing was handed out
     * @param exhausted whether the bound is reached for good
     * @param remaining how many values are left before the bound; at most the largest long
     */
    public record Progress(
            long epoch,
            long lap,
            @Nullable Long next,
            @Nullable Long highWater,
            boolean exhausted,
            long remaining) {}

    /** What the journal alone says: the next value lies beyond the mark. */
    static SequenceDescription ofJournal(String name, SequenceState state, Instant createdAt, Instant changedAt) {
        Long next = state.remaining() == 0 ? null : state.nextValue();
        Progress progress =
                new Progress(state.epoch(), state.lap(), next, state.mark(), state.exhausted(), state.remaining());
        return new SequenceDescription(name, state.definition(), progress, state.version(), createdAt, changedAt);
    }
}
