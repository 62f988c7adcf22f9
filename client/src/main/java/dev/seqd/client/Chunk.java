package dev.seqd.client;

import dev.seqd.core.Block;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A block that is being played out by any number of threads at once: an index below {@code count} belongs to the one
 * thread that claimed it, any other index to nobody.
 *
 * <p>The cursor cannot overflow: it passes the count by no more than what racing threads claim before the owner of the
 * chain {@linkplain #settle settles} it, and a count has 31 bits.
 */
final class Chunk {
    private static final VarHandle CURSOR = cursorHandle();
    private static final long NEVER = -1;

    private final long first;
    private final long increment;
    private final long count;
    private final long trigger;
    private final long epoch;
    private final long lap;
    private volatile long cursor;

    /** All values of the block, none of them claimed. */
    Chunk(Block block) {
        this.first = block.first();
        this.increment = block.increment();
        this.count = block.count();
        this.trigger = block.count() / 2;
        this.epoch = block.epoch();
        this.lap = block.lap();
    }

    private Chunk() {
        this.first = 0;
        this.increment = 1;
        this.count = 0;
        this.trigger = NEVER;
        this.epoch = 1;
        this.lap = 1;
    }

    /** A chunk that holds nothing. */
    static Chunk empty() {
        return new Chunk();
    }

    /** Claims the next index; it is the caller's only if it is below {@link #count}. */
    long claim() {
        return (long) CURSOR.getAndAdd(this, 1L);
    }

    /** Claims up to {@code n} values at once, null if none is left. */
    @Nullable
    Block claim(long n) {
        long from = (long) CURSOR.getAndAdd(this, n);
        return from >= count ? null : new Block(valueAt(from), increment, Math.min(n, count - from), epoch, lap);
    }

    /** Takes whatever is left away from all threads and returns how much it was. */
    long close() {
        return Math.max(0, count - (long) CURSOR.getAndSet(this, count));
    }

    /** Brings a cursor that ran past the count back to it. */
    void settle() {
        if (cursor > count) {
            cursor = count;
        }
    }

    long count() {
        return count;
    }

    /** The index whose claim tells that half of the chunk is used. */
    long trigger() {
        return trigger;
    }

    /** The value at a claimed index. */
    long valueAt(long index) {
        return first + index * increment;
    }

    /** Whether the trigger is claimed. */
    boolean halfUsed() {
        return cursor > trigger;
    }

    /** How many values are claimed; racing threads may make it more at any time. */
    long claimed() {
        return Math.min(cursor, count);
    }

    /** How many values are left; racing threads may make it less at any time. */
    long left() {
        return count - claimed();
    }

    private static VarHandle cursorHandle() {
        try {
            return MethodHandles.lookup().findVarHandle(Chunk.class, "cursor", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
