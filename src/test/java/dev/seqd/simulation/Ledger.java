package dev.seqd.simulation;

import dev.seqd.core.Block;
import dev.seqd.core.Position;
import dev.seqd.core.Reach;
import dev.seqd.core.SequenceDefinition;
import dev.seqd.core.SequenceEvent.Advanced;
import dev.seqd.core.SequenceEvent.HighWaterRaised;
import dev.seqd.core.SequenceEvent.Released;
import dev.seqd.core.SequenceOrder;
import dev.seqd.core.SequenceState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All that was ever committed, and what of it was handed out. */
final class Ledger {
    private record Lap(long epoch, long lap) {}

    private record Entry(long number, Range range) {}

    private final boolean strictIfUncached;
    private final Map<Lap, Intervals> issued = new HashMap<>();
    private final List<Entry> standing = new ArrayList<>();
    private final List<Range> lost = new ArrayList<>();
    private long newest;
    private int losses;

    /** {@code strictIfUncached}: whether a cache of 1 stays, so that nobody can hold values from before. */
    Ledger(boolean strictIfUncached) {
        this.strictIfUncached = strictIfUncached;
    }

    /** An event was let in. */
    void committed(Commit commit) {
        if (commit.number() != newest + 1) {
            throw new Violation(Rule.FOLLOWS, "event " + commit.number() + " comes after " + newest);
        }
        newest = commit.number();
        if (commit.event() instanceof HighWaterRaised raised) {
            raised(commit, raised.range());
        } else if (commit.event() instanceof Released released) {
            released(commit, released.reach());
        } else if (commit.event() instanceof Advanced advanced) {
            advanced(commit, advanced.mark());
        }
    }

    /** Who has not noticed a loss yet goes on from what is lost; the fence still keeps his ranges apart from all others. */
    private void raised(Commit commit, Block block) {
        SequenceState before = commit.before();
        Position known = beyondMark(before, commit.origin().known());
        boolean outdated = commit.origin().losses() < losses;
        boolean fits = outdated || Grid.isNext(before, block, known);
        if (before == null || !fits) {
            throw new Violation(Rule.IN_STEP, block + " after " + before);
        }
        Audit.requireBeyond(Rule.BEYOND_KNOWN, known, block);
        add(commit.number(), new Range(block, commit.origin().owner(), isStrict(before.definition())));
    }

    /** What a mark passed over belongs to nobody, so that nobody may go back behind it. */
    private void advanced(Commit commit, Position mark) {
        long increment = commit.after().definition().increment();
        add(
                commit.number(),
                new Range(new Block(mark.value(), increment, 1, mark.epoch(), mark.lap()), "nobody", false));
    }

    private void add(long number, Range range) {
        Block block = range.block();
        Range last = standing.isEmpty() ? null : standing.get(standing.size() - 1).range;
        if (last != null && !block.start().isBeyond(last.block().end(), block.ascending())) {
            throw new Violation(Rule.DISJOINT, range + " after " + last);
        }
        standing.add(new Entry(number, range));
    }

    /** What was known beyond the mark, null for nothing. */
    static @Nullable Position beyondMark(@Nullable SequenceState before, @Nullable Position known) {
        if (before == null || known == null || known.epoch() < before.epoch()) {
            return null;
        }
        Position mark = before.markPosition();
        boolean covered =
                mark != null && !known.isBeyond(mark, before.definition().ascending());
        return covered ? null : known;
    }

    private boolean isStrict(SequenceDefinition definition) {
        boolean uncached = definition.cache() != null && definition.cache() == 1;
        return definition.order() == SequenceOrder.STRICT || (uncached && strictIfUncached);
    }

    private void released(Commit commit, Reach reach) {
        for (int i = standing.size() - 1; i >= 0; i--) {
            Range range = standing.get(i).range;
            Block block = range.block();
            Position unissuedFrom = unissuedFrom(commit.after(), reach, block);
            if (unissuedFrom == null) {
                return;
            }
            Block given =
                    block.tail(block.count() - countFrom(block, unissuedFrom)).orElseThrow();
            if (!range.owner().equals(commit.origin().owner()) || issued(block).meets(low(given), high(given))) {
                throw new Violation(Rule.RELEASED, "the release to " + reach + " takes " + given + " of " + range);
            }
            range.releaseFrom(unissuedFrom);
            if (unissuedFrom.equals(block.start())) {
                standing.remove(i);
            }
        }
    }

    /** The first value of a block beyond a new mark, null if there is none. */
    private static @Nullable Position unissuedFrom(SequenceState after, Reach reach, Block block) {
        Long mark = reach.mark();
        if (block.epoch() != after.epoch()) {
            return null;
        }
        return mark == null
                ? block.start()
                : block.beyond(new Position(after.epoch(), reach.lap(), mark))
                        .map(Block::start)
                        .orElse(null);
    }

    private static long countFrom(Block block, Position from) {
        return from.equals(block.start())
                ? block.count()
                : block.count() - block.before(from).count();
    }

    /** The database lost everything after an event. */
    void lost(long after) {
        newest = after;
        losses++;
        while (!standing.isEmpty() && standing.get(standing.size() - 1).number > after) {
            Range range = standing.remove(standing.size() - 1).range;
            range.lose();
            lost.add(range);
            issued(range.block()).moveTo(range.issuedOfLost(), span(range.block()));
        }
    }

    /** The range that one life of a Counter raised and that covers a block, null if there is none. */
    @Nullable
    Range find(Block block, String owner) {
        for (int i = standing.size() - 1; i >= 0; i--) {
            Range range = standing.get(i).range;
            if (range.covers(block) && range.owner().equals(owner)) {
                return range;
            }
        }
        for (int i = lost.size() - 1; i >= 0; i--) {
            Range range = lost.get(i);
            if (range.covers(block) && range.owner().equals(owner)) {
                return range;
            }
        }
        return null;
    }

    /** A block of a range is handed out. */
    void issue(Range range, Block block) {
        Intervals handedOut = range.lost() ? range.issuedOfLost() : issued(block);
        if (!handedOut.add(low(block), high(block), step(block))) {
            throw new Violation(Rule.UNIQUE, block + " of " + range + "; handed out were " + handedOut);
        }
    }

    private Intervals issued(Block block) {
        return issued.computeIfAbsent(new Lap(block.epoch(), block.lap()), lap -> new Intervals());
    }

    private static Intervals.Span span(Block block) {
        return new Intervals.Span(low(block), high(block), step(block));
    }

    private static long step(Block block) {
        return block.ascending() ? block.increment() : -block.increment();
    }

    private static long low(Block block) {
        return Math.min(block.first(), block.last());
    }

    private static long high(Block block) {
        return Math.max(block.first(), block.last());
    }
}
