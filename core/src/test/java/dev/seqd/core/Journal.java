package dev.seqd.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The events of one sequence, as a CounterJournal keeps them: decide, note, apply. */
final class Journal {
    static final SequenceName NAME = new SequenceName("s");

    private final List<SequenceEvent> events = new ArrayList<>();
    private @Nullable SequenceState state;

    static Journal of(SequenceOptions options) {
        Journal journal = new Journal();
        journal.create(options);
        return journal;
    }

    /** Whether there was something to note. */
    boolean create(SequenceOptions options) {
        return change(new SequenceChange.Create(options, false));
    }

    /** Whether there was something to note. */
    boolean alter(SequenceOptions options) {
        return change(new SequenceChange.Alter(options, false));
    }

    /** Whether there was something to note. */
    boolean restart(@Nullable Long with, boolean allowReuse) {
        return change(new SequenceChange.Restart(with, allowReuse));
    }

    /** Whether there was something to note. */
    boolean setval(long value, boolean called, boolean allowReuse) {
        return change(new SequenceChange.SetValue(value, called, allowReuse));
    }

    /** Whether there was something to note. */
    boolean change(SequenceChange change) {
        return note(change.decide(NAME, state));
    }

    Block raise(long amount) {
        return raise(amount, null);
    }

    Block raise(long amount, @Nullable Position known) {
        SequenceEvent.HighWaterRaised raised = state().raise(NAME, amount, known);
        note(raised);
        return raised.range();
    }

    void drop() {
        change(new SequenceChange.Drop());
    }

    /** Whether there was something to note. */
    boolean note(@Nullable SequenceEvent event) {
        if (event == null) {
            return false;
        }
        state = SequenceState.apply(state, event);
        events.add(event);
        return true;
    }

    SequenceState state() {
        return Objects.requireNonNull(state);
    }

    @Nullable
    SequenceState replayed() {
        SequenceState again = null;
        for (SequenceEvent event : events) {
            again = SequenceState.apply(again, event);
        }
        return again;
    }
}
