package dev.seqd.semantics;

import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceChange;
import dev.seqd.core.SequenceChange.Alter;
import dev.seqd.core.SequenceChange.Create;
import dev.seqd.core.SequenceChange.Drop;
import dev.seqd.core.SequenceChange.Restart;
import dev.seqd.core.SequenceChange.SetValue;
import dev.seqd.core.SequenceEvent;
import dev.seqd.core.SequenceEvent.HighWaterRaised;
import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The pure model of core with the journal it would write. */
final class ModelSequence implements SequenceUnderTest {
    static final SequenceName NAME = new SequenceName("s");

    private final List<SequenceEvent> journal = new ArrayList<>();
    private @Nullable SequenceState state;

    @Nullable
    SequenceState state() {
        return state;
    }

    @Nullable
    SequenceState replayed() {
        SequenceState again = null;
        for (SequenceEvent event : journal) {
            again = SequenceState.apply(again, event);
        }
        return again;
    }

    @Override
    public Outcome create(SequenceOptions options) {
        return outcome(() -> {
            SequenceEvent event = new Create(options, true).decide(NAME, state);
            note(event);
            return event == null ? Outcome.alreadyExists(NAME.value()) : Outcome.DONE;
        });
    }

    @Override
    public Outcome next() {
        return outcome(() -> {
            HighWaterRaised raised = SequenceChange.existing(NAME, state).raise(NAME, 1, null);
            note(raised);
            return Outcome.of(raised.range().first());
        });
    }

    @Override
    public Outcome setval(long value, boolean called) {
        return outcome(() -> {
            note(new SetValue(value, called, true).decide(NAME, state));
            return Outcome.of(value);
        });
    }

    @Override
    public Outcome alter(SequenceOptions options) {
        return change(new Alter(options, true));
    }

    @Override
    public Outcome restart(@Nullable Long with) {
        return change(new Restart(with, true));
    }

    @Override
    public Outcome drop() {
        return change(new Drop());
    }

    private Outcome change(SequenceChange change) {
        return outcome(() -> {
            note(change.decide(NAME, state));
            return Outcome.DONE;
        });
    }

    private static Outcome outcome(Supplier<Outcome> operation) {
        try {
            return operation.get();
        } catch (SeqdException refusal) {
            return Outcome.refused(refusal);
        }
    }

    private void note(@Nullable SequenceEvent event) {
        if (event != null) {
            state = SequenceState.apply(state, event);
            journal.add(event);
        }
    }

    @Override
    public @Nullable Standing standing() {
        return state == null || state.dropped()
                ? null
                : Standing.of(state.definition(), state.reach().cursor());
    }
}
