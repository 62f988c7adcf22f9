package dev.seqd.allocator;

import dev.seqd.core.SequenceEvent;
import dev.seqd.core.SequenceEvent.Created;
import dev.seqd.core.SequenceEvent.HighWaterRaised;
import dev.seqd.core.SequenceEvent.Released;
import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceState;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the journal of one counter says, and what a snapshot of it holds.
 *
 * @param sequence the sequence, null before its first event
 * @param createdAt when it was created last, null before the first event
 * @param changedAt when its definition changed last, null before the first event
 */
record JournalState(
        @Nullable SequenceState sequence,
        @Nullable Instant createdAt,
        @Nullable Instant changedAt) {
    static final JournalState EMPTY = new JournalState(null, null, null);

    JournalState {
        boolean all = sequence != null && createdAt != null && changedAt != null;
        boolean none = sequence == null && createdAt == null && changedAt == null;
        if (!all && !none) {
            throw new IllegalArgumentException("a journal's state is whole or empty");
        }
    }

    /**
     * The state after an entry.
     *
     * @throws DamagedJournalException if the entry cannot follow
     */
    JournalState after(JournalEntry entry) {
        SequenceState next;
        try {
            next = SequenceState.apply(sequence, entry.event());
        } catch (IllegalStateException e) {
            throw new DamagedJournalException(String.valueOf(e.getMessage()), e);
        }
        SequenceEvent event = entry.event();
        if (event instanceof Created) {
            return new JournalState(next, entry.at(), entry.at());
        }
        boolean changes = !(event instanceof HighWaterRaised || event instanceof Released);
        return new JournalState(next, createdAt, changes ? entry.at() : changedAt);
    }

    /**
     * The sequence, where one is known to be there.
     *
     * @throws IllegalStateException if none is
     */
    SequenceState existing() {
        if (sequence == null) {
            throw new IllegalStateException("the journal is empty");
        }
        return sequence;
    }

    /** The sequence as its owner knows it, whose reserve is not handed out yet. */
    SequenceDescription describe(SequenceName name, SequenceState known, @Nullable Long next, long remaining) {
        return new SequenceDescription(
                name.value(),
                known.definition(),
                new SequenceDescription.Progress(
                        known.epoch(), known.lap(), next, known.mark(), known.exhausted() && next == null, remaining),
                known.version(),
                Objects.requireNonNull(createdAt),
                Objects.requireNonNull(changedAt));
    }
}
