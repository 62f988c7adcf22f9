package dev.seqd.client;

import dev.seqd.core.Block;
import dev.seqd.core.Position;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a client holds of one sequence: the chunk that is played out, and the blocks to follow it.
 *
 * <p>Invariants: every block begins beyond everything held or given out before, checked when it is installed and again
 * when it is given out; a chunk is replaced only when all of it is claimed or taken away, so that values leave in the
 * sequence's order; a newer epoch drops what is left of the older one.
 *
 * <p>Not thread-safe, except that any thread may claim from the chunk that the slot shows.
 */
final class Chain {
    private static final int MAX_QUEUED = 256;

    private final ChunkSlot slot;
    private final ArrayDeque<Block> queued = new ArrayDeque<>();
    private long queuedValues;
    private long givenBefore;
    private long lost;
    private long chunks;
    private @Nullable Block lastHeld;
    private @Nullable Position givenTo;

    Chain(ChunkSlot slot) {
        this.slot = slot;
    }

    /**
     * Takes a block behind everything held.
     *
     * @throws BadAnswerException if it does not begin beyond everything held or given out; nothing has changed then
     */
    void install(Block block) {
        requireBeyond(block);
        if (lastHeld != null && block.epoch() > lastHeld.epoch()) {
            drop();
        }
        append(block);
    }

    /**
     * Takes a block in place of everything held, which becomes a gap.
     *
     * @throws BadAnswerException as {@link #install} does
     */
    void replace(Block block) {
        requireBeyond(block);
        drop();
        append(block);
    }

    private void append(Block block) {
        queued.add(block);
        queuedValues += block.count();
        lastHeld = block;
    }

    private void requireBeyond(Block block) {
        Block last = lastHeld;
        if (last == null) {
            return;
        }
        if (block.epoch() == last.epoch() && block.ascending() != last.ascending()) {
            throw new BadAnswerException("the block " + block + " turns the direction within an epoch");
        }
        if (!block.start().isBeyond(last.end(), block.ascending())) {
            throw new BadAnswerException("the block " + block + " does not begin beyond " + last.end());
        }
    }

    /**
     * Takes up to {@code n} values in order.
     *
     * @param into receives them as blocks
     * @return how many were taken
     */
    long take(long n, List<Block> into) {
        long missing = n;
        Block rest = slot.chunk().claim(n);
        slot.chunk().settle();
        if (rest != null) {
            into.add(rest);
            missing -= rest.count();
        }
        for (Block block = missing > 0 ? poll() : null; block != null; block = missing > 0 ? poll() : null) {
            missing -= takeFrom(block, missing, into);
        }
        return n - missing;
    }

    private long takeFrom(Block block, long missing, List<Block> into) {
        Block taken = block.head(Math.min(missing, block.count()));
        block.tail(taken.count()).ifPresent(this::requeue);
        into.add(taken);
        givenBefore += taken.count();
        givenTo = taken.end();
        return taken.count();
    }

    private void requeue(Block block) {
        queued.addFirst(block);
        queuedValues += block.count();
    }

    /** Shows the next block's chunk if the current one is used up. */
    void advance() {
        Chunk current = slot.chunk();
        if (current.left() > 0) {
            return;
        }
        current.settle();
        Block block = poll();
        if (block != null) {
            givenBefore += current.count();
            givenTo = block.end();
            slot.show(new Chunk(block));
            chunks++;
        }
    }

    /** The next queued block that is beyond everything given out. */
    private @Nullable Block poll() {
        for (Block block = queued.poll(); block != null; block = queued.poll()) {
            queuedValues -= block.count();
            Position floor = givenTo;
            if (floor == null || block.start().isBeyond(floor, block.ascending())) {
                return block;
            }
            lost += block.count();
        }
        return null;
    }

    /** Gives up everything held; it becomes a gap. */
    void drop() {
        Chunk current = slot.chunk();
        long unclaimed = current.close();
        givenBefore += current.count() - unclaimed;
        lost += unclaimed + queuedValues;
        queued.clear();
        queuedValues = 0;
        slot.show(Chunk.empty());
    }

    /** How many values are left. */
    long held() {
        return slot.chunk().left() + queuedValues;
    }

    /** How many values were given out, ever. */
    long given() {
        return givenBefore + slot.chunk().claimed();
    }

    /** How many values were given up without being given out, ever. */
    long lost() {
        return lost;
    }

    /** Grows whenever a chunk is half used or the next one begins. */
    long marks() {
        return 2 * chunks + (slot.chunk().halfUsed() ? 1 : 0);
    }

    /** Whether no further block should be fetched for the stock. */
    boolean full() {
        return queued.size() >= MAX_QUEUED;
    }

    /** The last position held or given out, null if there was none yet. */
    @Nullable
    Position floor() {
        Block last = lastHeld;
        return last == null ? null : last.end();
    }
}
