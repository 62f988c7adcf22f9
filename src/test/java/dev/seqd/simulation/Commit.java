package dev.seqd.simulation;

import dev.seqd.core.Position;
import dev.seqd.core.SequenceEvent;
import dev.seqd.core.SequenceState;
import org.jspecify.annotations.Nullable;

/**
 * An event that was let into the journal.
 *
 * @param number its number
 * @param event what it says
 * @param before the sequence before it, null before the first
 * @param after the sequence after it
 * @param origin who asked for it
 */
public record Commit(
        long number, SequenceEvent event, @Nullable SequenceState before, SequenceState after, Origin origin) {
    /**
     * Who asked for an event.
     *
     * @param owner the life of a Counter
     * @param known what it knew to be used when it asked for a raise, null for nothing
     * @param losses how often the database had lost commits when it recovered
     */
    public record Origin(String owner, @Nullable Position known, int losses) {}
}
