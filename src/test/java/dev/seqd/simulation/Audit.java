package dev.seqd.simulation;

import dev.seqd.core.Block;
import dev.seqd.core.Position;
import dev.seqd.core.SequenceEvent.HighWaterRaised;
import dev.seqd.core.SequenceState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Watches every commit and everything that is handed out, and holds it against the {@linkplain Rule rules}. */
public final class Audit {
    private final Ledger ledger;
    private final Map<String, Range> granted = new HashMap<>();
    private final Map<String, Position> highestGranted = new HashMap<>();
    private final List<Position> told = new ArrayList<>();
    private int losses;
    private boolean anyReturnedLate;
    private @Nullable Position strictReturned;
    private long values;

    Audit(boolean strictIfUncached) {
        this.ledger = new Ledger(strictIfUncached);
    }

    /** An event was let into the journal. */
    public void committed(Commit commit) {
        ledger.committed(commit);
        if (commit.event() instanceof HighWaterRaised raised) {
            requireBeyond(Rule.BEYOND_KNOWN, highestGranted.get(commit.origin().owner()), raised.range());
            told.forEach(known -> requireBeyond(Rule.BEYOND_KNOWN, known, raised.range()));
            noteHealed(commit);
        }
    }

    /** Who has not noticed a loss yet heals nothing: what he takes for known may be a lost range of his own that nobody uses. */
    private void noteHealed(Commit commit) {
        Position healed = Ledger.beyondMark(commit.before(), commit.origin().known());
        if (healed != null && commit.origin().losses() == losses) {
            told.add(healed);
        }
    }

    /** After a loss that was noticed all have told what they know: nothing of it is raised again, as of what a raise has healed. */
    void told(List<Position> known) {
        told.addAll(known);
    }

    /** The database lost everything after an event. */
    public void lost(long after) {
        losses++;
        told.clear();
        ledger.lost(after);
    }

    /** The fence refused a write; {@code byNumber} if it was not the next event. */
    public void refused(boolean byNumber, String why) {
        if (!byNumber && losses == 0) {
            throw new Violation(Rule.FIRST_LOCK, why);
        }
    }

    /** A journal says that it has recovered. */
    public void recovered(@Nullable SequenceState said, @Nullable SequenceState committed) {
        if (said == null ? committed != null : !said.equals(committed)) {
            throw new Violation(Rule.RECOVERED, said + " instead of " + committed);
        }
    }

    /** A Counter was told of the commit that it waited for. */
    public void confirmed(String owner, Block block) {
        Range range = ledger.find(block, owner);
        if (range != null) {
            range.confirm();
        }
    }

    /** A Counter grants a block, under a name. */
    public void granted(String owner, String id, Block block) {
        Range range = ledger.find(block, owner);
        if (range == null || !range.confirmed()) {
            String why = range == null ? "" : ", of whose commit it was not told";
            throw new Violation(Rule.COVERED, owner + " grants " + block + why);
        }
        granted.put(id, range);
        Position before = highestGranted.get(owner);
        if (before == null || block.end().isBeyond(before, block.ascending())) {
            highestGranted.put(owner, block.end());
        }
    }

    /** A Counter is given back a block, which it may take or leave. */
    public void returned(String owner, Block block) {
        Position highest = highestGranted.get(owner);
        boolean within = highest != null && !block.start().isBeyond(highest, block.ascending());
        if (within && block.start().epoch() == highest.epoch()) {
            highestGranted.remove(owner);
        }
    }

    /** Where a grant comes from. */
    public Range origin(String grantId) {
        Range range = granted.get(grantId);
        if (range == null) {
            throw new Violation(Rule.HELD, "there is no grant " + grantId);
        }
        return range;
    }

    /** A node hands out a block, to whoever it may be: from now on its values are used. */
    public Range given(Holdings node, Block block) {
        Range range = node.origin(block);
        if (!range.covers(block)) {
            throw new Violation(Rule.RELEASED, node + " hands out " + block + " of " + range);
        }
        ledger.issue(range, block);
        values += block.count();
        return range;
    }

    /** A Counter moved its mark past what the journal should have known. */
    public void healed(Position known) {
        if (losses == 0 && !anyReturnedLate) {
            throw new Violation(Rule.NO_FALSE_ALARM, known + " was held to be lost");
        }
    }

    /** What a call that begins now must get beyond, where the order is strict. */
    public @Nullable Position callBegins() {
        return strictReturned;
    }

    /** A call that began with a floor has got a block. */
    public void callEnds(@Nullable Position begun, Block block, Range range) {
        if (!range.strict() || losses > 0) {
            return;
        }
        requireBeyond(Rule.LINEAR, begun, block);
        if (strictReturned == null || block.end().isBeyond(strictReturned, block.ascending())) {
            strictReturned = block.end();
        }
    }

    /** How often the database has lost commits. */
    public int losses() {
        return losses;
    }

    /** How many values were handed out. */
    long values() {
        return values;
    }

    /** {@code block} must lie beyond {@code floor}, null for none. */
    public static void requireBeyond(Rule rule, @Nullable Position floor, Block block) {
        if (floor != null && !block.start().isBeyond(floor, block.ascending())) {
            throw new Violation(rule, block + " does not lie beyond " + floor);
        }
    }
}
