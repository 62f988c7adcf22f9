package dev.seqd.allocator;

import dev.seqd.core.Block;
import dev.seqd.core.BlockQueue;
import dev.seqd.core.Position;
import dev.seqd.core.Saturated;
import dev.seqd.core.SequenceState;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a Counter has raised and not granted, and the grants that it can take back. A value leaves it at most once, unless
 * it was given back in between. Whatever it loses is counted as burnt. Not thread-safe.
 */
final class Reserve {
    private final BlockQueue blocks = new BlockQueue();
    private final Grants grants;
    private final AllocatorCounts counts;
    private long burntBefore;
    private long givenUp;

    Reserve(String incarnation, AllocatorCounts counts) {
        this.grants = new Grants(incarnation);
        this.counts = counts;
    }

    /** A committed range came. */
    void add(Block range) {
        blocks.add(range);
        noteBurnt();
    }

    /** Grants up to {@code count} values beyond a floor; null if nothing lies there. */
    @Nullable
    Grant grant(long count, @Nullable Position floor, SequenceState now) {
        Block block = blocks.take(count, floor).orElse(null);
        noteBurnt();
        if (block == null) {
            return null;
        }
        long left = Saturated.sum(remaining(now), block.count());
        return new Grant(grants.add(block), block, Terms.of(now.definition()), left);
    }

    long held() {
        return blocks.held();
    }

    /** The value that comes next: the first one here, else the one beyond the mark; null if the bound is reached. */
    @Nullable
    Long next(@Nullable SequenceState now) {
        Position first = blocks.next();
        if (first != null) {
            return first.value();
        }
        return now == null || now.remaining() == 0 ? null : now.nextValue();
    }

    /** How many values are left before the bound, those here included. */
    long remaining(@Nullable SequenceState now) {
        return now == null ? 0 : Saturated.sum(now.remaining(), held());
    }

    /** Whether anybody may hold values of the sequence. */
    boolean mayBeHeld(@Nullable SequenceState now) {
        return now != null && !now.dropped() && !now.definition().holdsNothing();
    }

    /** Gives up what may not be handed out any more: all of it, or what the definition does not admit, or an older epoch. */
    void retainAllowed(@Nullable SequenceState now) {
        if (now == null || !mayBeHeld(now)) {
            clear();
            return;
        }
        blocks.retain(block -> isAllowed(block, now));
        noteBurnt();
    }

    private static boolean isAllowed(Block block, SequenceState now) {
        return block.epoch() == now.epoch() && now.definition().admits(block);
    }

    /** All of it is a gap, and nothing is taken back any more. */
    void clear() {
        blocks.clear();
        grants.forget();
        noteBurnt();
    }

    /**
     * What nodes give back and adjoins what is here is as if it had not been granted; anything else is a gap, also what the
     * definition admits no more, and all of it if {@code now} is null.
     */
    void takeBack(List<Recall.Part> parts, @Nullable SequenceState now) {
        if (now == null) {
            burn(parts);
            return;
        }
        boolean ascending = now.definition().ascending();
        Comparator<Recall.Part> lastFirst = (a, b) -> {
            boolean after = a.block().start().isBeyond(b.block().start(), ascending);
            return after ? -1 : a.block().start().equals(b.block().start()) ? 0 : 1;
        };
        for (Recall.Part part : parts.stream().sorted(lastFirst).toList()) {
            boolean adjoins = held() > 0 || part.block().end().equals(now.markPosition());
            boolean mayGoOn = adjoins && isAllowed(part.block(), now);
            if (!grants.close(part) || !mayGoOn || !blocks.putBack(part.block())) {
                burn(part.block().count());
            }
        }
    }

    /** None of it is ever issued again, whatever becomes of the release; says where its unissued end begins. */
    @Nullable
    Position giveUp(@Nullable SequenceState now) {
        Position mark = now == null ? null : now.markPosition();
        List<Block> tail = mark == null ? List.of() : blocks.takeTail(mark);
        givenUp = tail.stream().mapToLong(Block::count).reduce(0, Saturated::sum);
        clear();
        return tail.isEmpty() ? null : tail.get(0).start();
    }

    /** Whether a node may hold something that could be taken back. */
    boolean isOut(@Nullable SequenceState now) {
        return grants.isAnyOpen() && mayBeHeld(now);
    }

    /** Whether what was given up was released; if not, it is a gap. */
    void noteRelease(boolean released) {
        burn(released ? 0 : givenUp);
        givenUp = 0;
    }

    /** What was given back will never be handed out. */
    void burn(List<Recall.Part> parts) {
        parts.forEach(part -> burn(part.block().count()));
    }

    /** So many values will never be handed out. */
    void burn(long values) {
        counts.valuesBurnt().add(values);
    }

    private void noteBurnt() {
        burn(blocks.discarded() - burntBefore);
        burntBefore = blocks.discarded();
    }
}
