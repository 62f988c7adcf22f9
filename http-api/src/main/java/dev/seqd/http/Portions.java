package dev.seqd.http;

import dev.seqd.allocator.Terms;
import dev.seqd.core.Sizing;

/**
 * How much of a sequence's lease one caller gets, and is advised to ask for.
 *
 * @param terms what holders of the sequence must obey
 * @param remaining how many values are left before the bound
 */
record Portions(Terms terms, long remaining) {
    private static final long SUGGESTED_SECONDS = 30;
    private static final long LEAST_SUGGESTED = 50;

    /** What holds before anything is known of the sequence. */
    static final Portions UNKNOWN = new Portions(new Terms(false, null, Sizing.CONFIGURED), Long.MAX_VALUE);

    /** The most that one caller gets to hold. */
    long share() {
        long share = terms.holdingLimit(remaining);
        Sizing sizing = terms.sizing();
        share = sizing.blockMax() == null ? share : Math.min(share, sizing.blockMax());
        return sizing.clientMax() == null ? share : Math.min(share, sizing.clientMax());
    }

    /** How much a caller gets at most, of whom {@code needed} values are waited for. */
    long most(Wanted wanted, long needed) {
        return terms.holdsNothing() ? needed : Math.min(wanted.count(), share());
    }

    /** At most what may be held at all. */
    long needed(long needed) {
        Long cache = terms.cache();
        return cache == null ? needed : Math.min(needed, cache);
    }

    /** Whether a caller may keep what it does not use at once. */
    boolean cacheable() {
        return !terms.holdsNothing() && share() > 1;
    }

    /**
     * How much a caller should ask for next time. That is never less than it asked for now, unless it may not hold so
     * much: by advice that is no longer than its block, a caller knows that it has met its limit.
     */
    long suggested(Wanted wanted, double perSecond) {
        if (!cacheable()) {
            return 1;
        }
        long used = (long) Math.ceil(perSecond * SUGGESTED_SECONDS);
        return Math.min(Math.max(Math.max(LEAST_SUGGESTED, used), wanted.count()), share());
    }
}
