package dev.seqd.client;

import dev.seqd.core.Block;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * What a chain means, without threads: values leave in the order in which they came, each once, and what is dropped is
 * gone. The operations are those of {@link SharedChain}.
 */
public class SequentialChain {
    private final ArrayDeque<Long> values = new ArrayDeque<>();
    private final SharedChain.Supply supply = new SharedChain.Supply();
    private long given;

    /** Begins as the other one does. */
    public SequentialChain() {
        keep(2);
        keep(2);
    }

    public long next() {
        List<Long> one = take(1);
        return one.isEmpty() ? 0 : one.get(0);
    }

    public List<Long> take(int count) {
        List<Long> taken = new ArrayList<>();
        while (taken.size() < count && !values.isEmpty()) {
            taken.add(values.remove());
        }
        given += taken.size();
        return taken;
    }

    public void keep(int count) {
        Block block = supply.next(count);
        for (long index = 0; index < block.count(); index++) {
            values.add(block.valueAt(index));
        }
    }

    public long restart(int count) {
        long lost = drop();
        supply.restart();
        keep(count);
        return lost;
    }

    public List<Long> passOn(int count) {
        drop();
        keep(count);
        List<Long> taken = take(1);
        drop();
        return taken;
    }

    public long drop() {
        long lost = values.size();
        values.clear();
        return lost;
    }

    public long held() {
        return values.size();
    }

    public long given() {
        return given;
    }
}
