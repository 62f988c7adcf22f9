package dev.seqd.client;

import dev.seqd.core.Block;
import java.util.ArrayList;
import java.util.List;

/** Takes values the way a counter does, and writes several of them into one number, for the outcomes of races. */
final class Claims {
    /** In place of a value where there was none. */
    static final long NONE = 0;

    private static final int DIGITS = 100;

    private Claims() {}

    /** What a call gets without the lock. */
    static long one(Chunk chunk) {
        long index = chunk.claim();
        return index < chunk.count() ? chunk.valueAt(index) : NONE;
    }

    /** What two calls of one thread get without the lock: the first value, then two digits for the second. */
    static long two(ChunkSlot slot) {
        long first = one(slot.chunk());
        return first * DIGITS + one(slot.chunk());
    }

    /** What a call for several values gets under the lock: two digits each. */
    static long several(Chain chain, long n) {
        List<Block> blocks = new ArrayList<>(2);
        chain.take(n, blocks);
        long all = NONE;
        for (Block block : blocks) {
            all = digits(all, block);
        }
        return all;
    }

    /** A block's values, two digits each, behind those in {@code before}. */
    static long digits(long before, Block block) {
        long all = before;
        for (long index = 0; index < block.count(); index++) {
            all = all * DIGITS + block.valueAt(index);
        }
        return all;
    }

    /** A chunk with the values from 1 to {@code count}, the first {@code claimed} of them claimed. */
    static Chunk chunk(int count, int claimed) {
        Chunk chunk = new Chunk(new Block(1, 1, count, 1, 1));
        for (int i = 0; i < claimed; i++) {
            chunk.claim();
        }
        return chunk;
    }

    /** A chain with the first block in its slot and the others behind it. */
    static Chain chain(ChunkSlot slot, Block... blocks) {
        Chain chain = new Chain(slot);
        for (Block block : blocks) {
            chain.install(block);
            chain.advance();
        }
        return chain;
    }
}
