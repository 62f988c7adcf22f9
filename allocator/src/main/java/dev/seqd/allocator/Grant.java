package dev.seqd.allocator;

import dev.seqd.core.Block;
import org.jspecify.annotations.Nullable;

/**
 * A range that a Counter gave away, for good.
 *
 * @param id names the grant: the Counter's incarnation and a serial
 * @param block the values
 * @param version the version of the definition that they were granted under
 * @param cache the most values that any holder may keep unissued, null for no limit of the sequence's own
 * @param remaining how many values were left before the bound when it was granted; at most the largest long
 */
public record Grant(
        String id, Block block, long version, @Nullable Long cache, long remaining) {
    /** The most values that somebody should take at once, so that a small range is not burnt: a thousandth of the rest. */
    public long fairShare() {
        long share = Math.max(1, remaining / 1000);
        return cache == null ? share : Math.min(share, cache);
    }
}
