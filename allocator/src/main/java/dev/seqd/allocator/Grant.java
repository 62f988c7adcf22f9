package dev.seqd.allocator;

import dev.seqd.core.Block;

/**
 * A range that a Counter gave away, for good.
 *
 * @param id names the grant: the Counter's incarnation and a serial
 * @param block the values
 * @param terms what the holder must obey
 * @param remaining how many values were left before the bound when it was granted; at most the largest long
 */
public record Grant(String id, Block block, Terms terms, long remaining) {
    /** The most values that somebody should hold at once. */
    public long holdingLimit() {
        return terms.holdingLimit(remaining);
    }
}
