package dev.seqd.allocator;

import dev.seqd.core.SequenceDefinition;
import dev.seqd.core.Sizing;
import org.jspecify.annotations.Nullable;

/**
 * What whoever holds values of a sequence must obey.
 *
 * @param holdsNothing whether nobody may hold a value that no caller waits for
 * @param cache the most values that any holder may keep unissued, null for no limit of the sequence's own
 * @param sizing what is asked of the sizes
 */
public record Terms(boolean holdsNothing, @Nullable Long cache, Sizing sizing) {
    private static final long SHARE = 1000;

    /** The terms of a definition. */
    public static Terms of(SequenceDefinition definition) {
        return new Terms(definition.holdsNothing(), definition.cache(), definition.sizing());
    }

    /**
     * The most that one holder may have unissued, and never what would burn a small range: a thousandth of the rest.
     *
     * @param remaining how many values are left before the bound
     * @return at least 1
     */
    public long holdingLimit(long remaining) {
        long share = Math.max(1, remaining / SHARE);
        return cache == null ? share : Math.min(share, cache);
    }
}
