package dev.seqd.core;

import org.jspecify.annotations.Nullable;

/**
 * The options somebody gives to create or alter a sequence. What is null was not mentioned. Immutable; the {@code with...}
 * methods return changed copies.
 *
 * @param type the integer type
 * @param start the first value
 * @param increment the step
 * @param min the lower bound, or {@link Setting#DERIVED} to derive it again
 * @param max the upper bound, or {@link Setting#DERIVED} to derive it again
 * @param cycle whether to wrap at the bound
 * @param cache the most unissued values a holder may have, or {@link Setting#DERIVED} for adaptive sizes
 * @param order how values are ordered among callers
 * @param sizing what is asked of the sizes, as a whole
 */
public record SequenceOptions(
        @Nullable SequenceType type,
        @Nullable Long start,
        @Nullable Long increment,
        @Nullable Setting min,
        @Nullable Setting max,
        @Nullable Boolean cycle,
        @Nullable Setting cache,
        @Nullable SequenceOrder order,
        @Nullable Sizing sizing) {
    /** Nothing mentioned: every option takes its default, or stays as it is. */
    public static final SequenceOptions NONE =
            new SequenceOptions(null, null, null, null, null, null, null, null, null);

    /**
     * An option that may be given as a number or be handed back to its default.
     *
     * @param value the number, or null for the default
     */
    public record Setting(@Nullable Long value) {
        /** The default: derived from type and direction. */
        public static final Setting DERIVED = new Setting(null);
    }

    /** With another type. */
    public SequenceOptions withType(SequenceType newType) {
        return new SequenceOptions(newType, start, increment, min, max, cycle, cache, order, sizing);
    }

    /** With another start. */
    public SequenceOptions withStart(long newStart) {
        return new SequenceOptions(type, newStart, increment, min, max, cycle, cache, order, sizing);
    }

    /** With another increment. */
    public SequenceOptions withIncrement(long newIncrement) {
        return new SequenceOptions(type, start, newIncrement, min, max, cycle, cache, order, sizing);
    }

    /** With another lower bound. */
    public SequenceOptions withMin(Setting newMin) {
        return new SequenceOptions(type, start, increment, newMin, max, cycle, cache, order, sizing);
    }

    /** With another upper bound. */
    public SequenceOptions withMax(Setting newMax) {
        return new SequenceOptions(type, start, increment, min, newMax, cycle, cache, order, sizing);
    }

    /** With another lower bound, as a number. */
    public SequenceOptions withMin(long newMin) {
        return withMin(new Setting(newMin));
    }

    /** With another upper bound, as a number. */
    public SequenceOptions withMax(long newMax) {
        return withMax(new Setting(newMax));
    }

    /** With or without wrapping. */
    public SequenceOptions withCycle(boolean newCycle) {
        return new SequenceOptions(type, start, increment, min, max, newCycle, cache, order, sizing);
    }

    /** With another cache limit. */
    public SequenceOptions withCache(Setting newCache) {
        return new SequenceOptions(type, start, increment, min, max, cycle, newCache, order, sizing);
    }

    /** With another order. */
    public SequenceOptions withOrder(SequenceOrder newOrder) {
        return new SequenceOptions(type, start, increment, min, max, cycle, cache, newOrder, sizing);
    }

    /** With other sizes. */
    public SequenceOptions withSizing(Sizing newSizing) {
        return new SequenceOptions(type, start, increment, min, max, cycle, cache, order, newSizing);
    }

    /** Whether an option is mentioned that has a say in the values to come, or in how many of them anybody may hold. */
    public boolean concernValues() {
        boolean bounds = min != null || max != null || cycle != null;
        return type != null || increment != null || bounds || cache != null || order != null;
    }
}
