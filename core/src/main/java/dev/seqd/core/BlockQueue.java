package dev.seqd.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Blocks that a holder owns and has not given out, in the counter's order. Each value leaves it at most once. A request
 * with a floor is served from the part beyond it, and the part before stays for others, in a bounded number of fragments.
 *
 * <p>Not thread-safe; its owner confines it.
 */
public final class BlockQueue {
    private static final int MAX_FRAGMENTS = 16;

    private Deque<Block> blocks = new ArrayDeque<>();
    private long held;
    private long discarded;

    /**
     * Puts a block behind all others.
     *
     * @throws IllegalArgumentException if it does not lie beyond every block that is held
     */
    public void add(Block block) {
        Block last = blocks.peekLast();
        if (last != null && !block.start().isBeyond(last.end(), block.ascending())) {
            throw new IllegalArgumentException(block + " does not lie beyond " + last);
        }
        blocks.addLast(block);
        held = Saturated.sum(held, block.count());
        discardExcessFragments();
    }

    private void discardExcessFragments() {
        while (blocks.size() > MAX_FRAGMENTS) {
            discard(blocks.removeFirst());
        }
    }

    /**
     * Takes values out: the next ones, or the next beyond a floor.
     *
     * @param count how many are wanted, at least 1; fewer come when a block ends before
     * @param floor null for none
     * @return one block, or empty if nothing lies beyond the floor
     */
    public Optional<Block> take(long count, @Nullable Position floor) {
        List<Block> passed = new ArrayList<>();
        Optional<Block> taken = Optional.empty();
        while (taken.isEmpty() && !blocks.isEmpty()) {
            taken = takeFrom(blocks.removeFirst(), count, floor, passed);
        }
        for (int i = passed.size() - 1; i >= 0; i--) {
            blocks.addFirst(passed.get(i));
        }
        discardExcessFragments();
        return taken;
    }

    private Optional<Block> takeFrom(Block block, long count, @Nullable Position floor, List<Block> passed) {
        Block eligible = floor == null ? block : block.beyond(floor).orElse(null);
        if (eligible == null) {
            passed.add(block);
            return Optional.empty();
        }
        long before = block.count() - eligible.count();
        if (before > 0) {
            passed.add(block.head(before));
        }
        Block taken = eligible.head(Math.min(count, eligible.count()));
        eligible.tail(taken.count()).ifPresent(blocks::addFirst);
        held -= taken.count();
        return Optional.of(taken);
    }

    /**
     * Puts values back that come directly before the first.
     *
     * @return false, and nothing is put back, if they do not
     */
    public boolean putBack(Block block) {
        Block first = blocks.peekFirst();
        if (first != null && !isFollowedBy(block, first)) {
            return false;
        }
        blocks.addFirst(block);
        held = Saturated.sum(held, block.count());
        return true;
    }

    private static boolean isFollowedBy(Block block, Block next) {
        boolean sameLap = block.epoch() == next.epoch() && block.lap() == next.lap();
        return sameLap && block.increment() == next.increment() && next.first() - block.last() == block.increment();
    }

    /**
     * Takes out whatever is held without a gap up to an end, for somebody else to have.
     *
     * @return the blocks from the first to the last, empty if nothing is held there
     */
    public List<Block> takeTail(Position end) {
        List<Block> tail = new ArrayList<>();
        Block last = blocks.peekLast();
        while (last != null && (tail.isEmpty() ? last.end().equals(end) : isFollowedBy(last, tail.get(0)))) {
            tail.add(0, blocks.removeLast());
            held -= last.count();
            last = blocks.peekLast();
        }
        return tail;
    }

    /** Gives up the blocks that are not to be kept. */
    public void retain(Predicate<Block> kept) {
        Iterator<Block> all = blocks.iterator();
        while (all.hasNext()) {
            Block block = all.next();
            if (!kept.test(block)) {
                all.remove();
                discard(block);
            }
        }
    }

    /** All blocks, from the first to the last. */
    public List<Block> blocks() {
        return List.copyOf(blocks);
    }

    /** Gives up all blocks. */
    public void clear() {
        blocks.forEach(this::discard);
        blocks = new ArrayDeque<>();
    }

    private void discard(Block block) {
        held -= block.count();
        discarded = Saturated.sum(discarded, block.count());
    }

    /** How many values are held. */
    public long held() {
        return held;
    }

    /** How many values are held beyond a floor; null for all. */
    public long heldBeyond(@Nullable Position floor) {
        if (floor == null) {
            return held;
        }
        return blocks.stream()
                .flatMap(block -> block.beyond(floor).stream())
                .mapToLong(Block::count)
                .reduce(0, Saturated::sum);
    }

    /** How many values were given up so far: gaps. */
    public long discarded() {
        return discarded;
    }

    /** The next value, null if nothing is held. */
    public @Nullable Position next() {
        Block first = blocks.peekFirst();
        return first == null ? null : first.start();
    }

    /** The last value held, null if nothing is. */
    public @Nullable Position last() {
        Block last = blocks.peekLast();
        return last == null ? null : last.end();
    }
}
