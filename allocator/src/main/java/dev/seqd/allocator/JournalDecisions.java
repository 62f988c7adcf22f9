package dev.seqd.allocator;

import dev.seqd.core.Position;
import dev.seqd.core.Reach;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceChange;
import dev.seqd.core.SequenceEvent;
import dev.seqd.core.SequenceEvent.Created;
import dev.seqd.core.SequenceEvent.HighWaterRaised;
import dev.seqd.core.SequenceEvent.Released;
import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one life of a counter's journal decides: which events a command comes to, at the moment of the write and from what
 * was recovered, never from what the sequence was when the command was sent. Plain and single-threaded; nothing of it counts
 * until the events are committed.
 *
 * <p>Guards that only ranges which this life itself has raised, and which nothing followed but its own raises, are released.
 */
final class JournalDecisions {
    private final SequenceName name;
    private final OwnRaises ownRaises = new OwnRaises();

    JournalDecisions(SequenceName name) {
        this.name = name;
    }

    /** The journal has recovered: what was raised before it may not be the last any more. */
    void recovered() {
        ownRaises.forget();
    }

    /**
     * What a raise comes to.
     *
     * @throws SeqdException why no range can be had; nothing is to be written then
     */
    HighWaterRaised raise(@Nullable SequenceState now, CounterJournal.Raise command) {
        return SequenceChange.existing(name, now).raise(name, command.amount(), command.known());
    }

    /** A raise is committed over what the sequence was before. */
    void raised(SequenceState before, CounterJournal.Raise command, HighWaterRaised event) {
        Position known = command.known();
        ownRaises.add(before.reach(), event.range(), known != null && before.isBeyondMark(known));
    }

    /** What comes of a refused raise: what its Counter knows is kept even if no value lies beyond it. */
    Decision refused(@Nullable SequenceState now, CounterJournal.Raise command, SeqdException refusal) {
        Position known = refusal.error() == SeqdError.EXHAUSTED ? command.known() : null;
        SequenceEvent moved = now == null || known == null ? null : now.advance(known);
        return new Decision(moved == null ? List.of() : List.of(moved), false, false, null);
    }

    /**
     * What a refused raise, a change or a release comes to.
     *
     * @param events what is to be written, at once; perhaps nothing
     * @param released whether the first of them gives back what was not issued
     * @param created whether the last of them creates the sequence
     * @param refusal why the change is refused, null if it is not
     */
    record Decision(
            List<SequenceEvent> events,
            boolean released,
            boolean created,
            @Nullable SeqdException refusal) {}

    /** What is asked for is decided on what is left after the release; refused or not, the release is written. */
    Decision change(@Nullable SequenceState now, CounterJournal.Change command) {
        Released release = release(now, command.unissuedFrom());
        SequenceState left = release == null ? now : SequenceState.apply(now, release);
        List<SequenceEvent> events = new ArrayList<>(release == null ? List.of() : List.of(release));
        try {
            SequenceEvent event = decide(left, command);
            if (event != null) {
                events.add(event);
            }
            return new Decision(events, release != null, event instanceof Created, null);
        } catch (SeqdException e) {
            return new Decision(events, release != null, false, e);
        }
    }

    private @Nullable SequenceEvent decide(@Nullable SequenceState now, CounterJournal.Change command) {
        Long version = command.ifVersion();
        if (version != null && version != SequenceChange.existing(name, now).version()) {
            throw new SeqdException(
                    SeqdError.PRECONDITION_FAILED,
                    "the definition is at version "
                            + SequenceChange.existing(name, now).version() + ", not " + version + "; read it again");
        }
        return command.change().decide(name, now);
    }

    /** What giving back comes to. */
    Decision release(@Nullable SequenceState now, CounterJournal.Release command) {
        Released release = release(now, command.unissuedFrom());
        return new Decision(release == null ? List.of() : List.of(release), release != null, false, null);
    }

    private @Nullable Released release(@Nullable SequenceState now, @Nullable Position unissuedFrom) {
        Reach reach = now == null || unissuedFrom == null ? null : ownRaises.reachBefore(unissuedFrom);
        return reach == null ? null : new Released(reach);
    }

    /**
     * A decision is committed. After a change of sizes alone what was raised is still in reserve, and may be given back later.
     */
    void written(Decision decision, boolean givesUpReserve) {
        if (givesUpReserve && !decision.events.isEmpty()) {
            ownRaises.forget();
        }
    }
}
