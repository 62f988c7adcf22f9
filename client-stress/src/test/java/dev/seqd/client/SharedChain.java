package dev.seqd.client;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.seqd.core.Block;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;

/**
 * A chain and its slot, used the way a counter does: calls claim from the slot's chunk without the lock, all else has it.
 * {@link SequentialChain} says what each operation has to give. No streams here: Lincheck cannot follow them.
 */
@Param(name = "count", gen = IntGen.class, conf = "1:3")
public class SharedChain {
    private final Object lock = new Object();
    private final ChunkSlot slot = new ChunkSlot();

    @GuardedBy("lock")
    private final Chain chain = new Chain(slot);

    @GuardedBy("lock")
    private final Supply supply = new Supply();

    /** Begins with a chunk in the slot and a block behind it. */
    public SharedChain() {
        keep(2);
        keep(2);
    }

    /** A call for one value, 0 if there is none. */
    @Operation
    public long next() {
        Chunk chunk = slot.chunk();
        long index = chunk.claim();
        if (index < chunk.count()) {
            return chunk.valueAt(index);
        }
        List<Long> values = take(1);
        return values.isEmpty() ? 0 : values.get(0);
    }

    /** A call for several values, of which it gets what there is. */
    @Operation
    public List<Long> take(@Param(name = "count") int count) {
        synchronized (lock) {
            List<Long> values = taken(count);
            chain.advance();
            return values;
        }
    }

    /** A grant that may be kept. */
    @Operation
    public void keep(@Param(name = "count") int count) {
        synchronized (lock) {
            chain.install(supply.next(count));
            chain.advance();
        }
    }

    /** A grant of a newer epoch; returns how many values were given up for it. */
    @Operation
    public long restart(@Param(name = "count") int count) {
        synchronized (lock) {
            long before = chain.lost();
            supply.restart();
            chain.install(supply.next(count));
            chain.advance();
            return chain.lost() - before;
        }
    }

    /** A grant that may not be kept, of which one call gets its value. */
    @Operation
    public List<Long> passOn(@Param(name = "count") int count) {
        synchronized (lock) {
            chain.replace(supply.next(count));
            List<Long> values = taken(1);
            chain.drop();
            return values;
        }
    }

    /** Everything is given up; returns how many values that were. */
    @Operation
    public long drop() {
        synchronized (lock) {
            long before = chain.lost();
            chain.drop();
            return chain.lost() - before;
        }
    }

    /** How many values are held. */
    @Operation
    public long held() {
        synchronized (lock) {
            return chain.held();
        }
    }

    /** How many values were given out. */
    @Operation
    public long given() {
        synchronized (lock) {
            return chain.given();
        }
    }

    @GuardedBy("lock")
    private List<Long> taken(int count) {
        List<Block> blocks = new ArrayList<>();
        chain.take(count, blocks);
        List<Long> values = new ArrayList<>();
        for (Block block : blocks) {
            addAll(values, block);
        }
        return values;
    }

    private static void addAll(List<Long> values, Block block) {
        for (long index = 0; index < block.count(); index++) {
            values.add(block.valueAt(index));
        }
    }

    /** Blocks that begin beyond each other, with a gap between them; values of an epoch begin with its number. */
    static final class Supply {
        private static final long VALUES_OF_EPOCH = 1000;

        private long epoch = 1;
        private long given;

        void restart() {
            epoch++;
            given = 0;
        }

        Block next(int count) {
            Block block = new Block(epoch * VALUES_OF_EPOCH + given + 1, 1, count, epoch, 1);
            given += count + 1;
            return block;
        }
    }
}
