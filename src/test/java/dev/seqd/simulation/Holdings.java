package dev.seqd.simulation;

import dev.seqd.core.Block;
import java.util.ArrayList;
import java.util.List;

/** What one life of a node or of a client was given, for the question where that which it hands out comes from. */
public final class Holdings {
    private record Holding(Block block, Range range) {}

    private final String holder;
    private final List<Holding> holdings = new ArrayList<>();

    /** {@code holder} names it. */
    public Holdings(String holder) {
        this.holder = holder;
    }

    /** It was given a block. */
    public void add(Block block, Range range) {
        holdings.add(new Holding(block, range));
    }

    /** Where a block comes from that it hands out. */
    public Range origin(Block block) {
        for (int i = holdings.size() - 1; i >= 0; i--) {
            if (Range.contains(holdings.get(i).block, block)) {
                return holdings.get(i).range;
            }
        }
        throw new Violation(Rule.HELD, holder + " hands out " + block + ", but was never given that");
    }

    @Override
    public String toString() {
        return holder;
    }
}
