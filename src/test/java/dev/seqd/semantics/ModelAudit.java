package dev.seqd.semantics;

import dev.seqd.core.Position;
import dev.seqd.core.SequenceEvent.Released;
import dev.seqd.core.SequenceState;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Watches one model while values are taken one by one, for what PostgreSQL cannot tell: each value comes once in its epoch
 * and lap and lies beyond all before it, and ranges that were raised ahead and released lead to the same state.
 */
final class ModelAudit {
    private final Set<Position> used = new HashSet<>();
    private final long ahead;
    private @Nullable Position last;

    /** What the state were if a Counter had raised ahead, null if nothing is ahead. */
    private @Nullable SequenceState raised;

    /**
     * An audit.
     *
     * @param ahead how many values are raised at once
     */
    ModelAudit(long ahead) {
        this.ahead = ahead;
    }

    /** A value was taken. */
    void taken(SequenceState before, SequenceState after) {
        unique(new Position(after.epoch(), after.lap(), after.position()), after);
        if (raised == null) {
            raised = raisedTwice(before);
            same(before, release(raised, before));
        }
        if (after.equals(raised)) {
            raised = null;
        } else {
            same(after, release(raised, after));
        }
    }

    /** Something else happened, before which a Counter releases what it does not need. */
    void changed() {
        raised = null;
    }

    private void unique(Position taken, SequenceState state) {
        if (!used.add(taken)) {
            throw new AssertionError(taken + " was handed out twice");
        }
        if (last != null && !taken.isBeyond(last, state.definition().ascending())) {
            throw new AssertionError(taken + " does not lie beyond " + last);
        }
        last = taken;
    }

    /** Two raises one on the other, perhaps the second one in the next lap. */
    private SequenceState raisedTwice(SequenceState before) {
        SequenceState once = raise(before, ahead);
        return once.exhausted() ? once : raise(once, ahead);
    }

    private static SequenceState raise(SequenceState state, long amount) {
        return SequenceState.apply(state, state.raise(ModelSequence.NAME, amount, null));
    }

    private static SequenceState release(SequenceState raised, SequenceState reached) {
        return SequenceState.apply(raised, new Released(reached.reach()));
    }

    private static void same(SequenceState expected, SequenceState actual) {
        if (!actual.equals(expected)) {
            throw new AssertionError("released to " + actual + " instead of " + expected);
        }
    }
}
