package dev.seqd.simulation;

import dev.seqd.core.Block;
import dev.seqd.core.Position;
import dev.seqd.core.SequenceDefinition;
import dev.seqd.core.SequenceState;
import org.jspecify.annotations.Nullable;

/** What comes next, as the page on semantics says it, without the product's own arithmetic. */
final class Grid {
    private Grid() {}

    /** Whether {@code to} is reached from {@code from} by whole steps, none included. */
    static boolean isOn(long from, long to, long increment) {
        boolean backwards = increment > 0 ? to < from : to > from;
        long distance = increment > 0 ? to - from : from - to;
        long magnitude = increment > 0 ? increment : -increment;
        return !backwards && Long.remainderUnsigned(distance, magnitude) == 0;
    }

    /**
     * Whether a range is what comes next.
     *
     * @param before the sequence before it
     * @param known what was used beyond the mark, null for nothing: then only the very next value will do
     */
    static boolean isNext(@Nullable SequenceState before, Block range, @Nullable Position known) {
        if (before == null || !isWithin(before, range)) {
            return false;
        }
        SequenceDefinition definition = before.definition();
        Long next = next(before);
        if (range.lap() == before.lap()) {
            return next != null
                    && (known == null ? next == range.first() : isOn(next, range.first(), range.increment()));
        }
        long wrapped = definition.increment() > 0 ? definition.min() : definition.max();
        boolean atBound = next == null || !isWithin(definition, next);
        boolean isNextLap = range.lap() == before.lap() + 1 && range.first() == wrapped && atBound;
        boolean isLater = known != null && isOn(wrapped, range.first(), range.increment());
        return definition.cycle() && range.lap() > before.lap() && (isNextLap || isLater);
    }

    /** Whether a range lies within the bounds, in the epoch, and has the step. */
    private static boolean isWithin(@Nullable SequenceState before, Block range) {
        if (before == null || range.increment() != before.definition().increment()) {
            return false;
        }
        SequenceDefinition definition = before.definition();
        boolean within = isWithin(definition, range.first()) && isWithin(definition, range.last());
        return within && range.epoch() == before.epoch();
    }

    private static boolean isWithin(SequenceDefinition definition, long value) {
        return value >= definition.min() && value <= definition.max();
    }

    private static @Nullable Long next(SequenceState before) {
        long value = before.reach().cursor().value();
        if (!before.reach().cursor().called()) {
            return value;
        }
        long increment = before.definition().increment();
        long next = value + increment;
        boolean leaves = increment > 0 ? next < value : next > value;
        return leaves ? null : next;
    }
}
