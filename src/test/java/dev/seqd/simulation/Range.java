package dev.seqd.simulation;

import dev.seqd.core.Block;
import dev.seqd.core.Position;

/** A range as it was committed, and what became of it. */
public final class Range {
    private final String owner;
    private final boolean strict;
    private final Intervals issuedOfLost = new Intervals();
    private Block block;
    private boolean standing = true;
    private boolean confirmed;
    private boolean lost;

    Range(Block block, String owner, boolean strict) {
        this.block = block;
        this.owner = owner;
        this.strict = strict;
    }

    Block block() {
        return block;
    }

    String owner() {
        return owner;
    }

    /** Whether it was raised for callers who waited, so that nobody may hold it. */
    boolean strict() {
        return strict;
    }

    /** The owner was told of the commit while it waited for it. */
    void confirm() {
        confirmed = true;
    }

    boolean confirmed() {
        return confirmed;
    }

    /** The database lost it; whoever has values of it still has them. */
    void lose() {
        lost = true;
    }

    boolean lost() {
        return lost;
    }

    /** What was handed out of a lost range: a range that comes in its place may bring the same again. */
    Intervals issuedOfLost() {
        return issuedOfLost;
    }

    /** From a position on it was released. */
    void releaseFrom(Position unissuedFrom) {
        if (!unissuedFrom.isBeyond(block.start(), block.ascending())) {
            standing = false;
        } else if (!unissuedFrom.isBeyond(block.end(), block.ascending())) {
            block = block.before(unissuedFrom);
        }
    }

    /** Whether all of a block is of this range, and not released. */
    boolean covers(Block part) {
        return standing && contains(block, part);
    }

    /** Whether all of a block is of another. */
    static boolean contains(Block whole, Block part) {
        boolean sameLap = whole.epoch() == part.epoch() && whole.lap() == part.lap();
        return sameLap
                && whole.increment() == part.increment()
                && isAmong(whole, part.first())
                && isAmong(whole, part.last());
    }

    private static boolean isAmong(Block block, long value) {
        long from = block.ascending() ? block.first() : block.last();
        long to = block.ascending() ? block.last() : block.first();
        return value >= from && value <= to && Grid.isOn(block.first(), value, block.increment());
    }

    @Override
    public String toString() {
        return block + " of " + owner + (lost ? ", lost" : "") + (standing ? "" : ", released");
    }
}
