package dev.seqd.core;

import com.google.errorprone.annotations.FormatMethod;
import dev.seqd.core.SequenceOptions.Setting;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a sequence is: type, start, step, bounds. The rules, their order and their texts are PostgreSQL's (its {@code CREATE
 * SEQUENCE} and {@code ALTER SEQUENCE}, as of 15).
 *
 * @param type the integer type all values fit in
 * @param start the first value, within the bounds
 * @param increment the step, not 0; negative for a descending sequence
 * @param min the lower bound, below {@code max}
 * @param max the upper bound
 * @param cycle whether to go on at the other bound when one is reached
 * @param cache the most values any one holder may have unissued, at least 1; null for sizes that follow the demand
 * @param order how values are ordered among callers
 * @param sizing what is asked of the sizes
 */
public record SequenceDefinition(
        SequenceType type,
        long start,
        long increment,
        long min,
        long max,
        boolean cycle,
        @Nullable Long cache,
        SequenceOrder order,
        Sizing sizing) {
    /**
     * Checks every rule, in PostgreSQL's order.
     *
     * @throws SeqdException {@code invalid-definition} with PostgreSQL's text for the first rule that is broken
     */
    public SequenceDefinition {
        require(increment != 0, "INCREMENT must not be zero");
        require(type.holds(max), "MAXVALUE (%d) is out of range for sequence data type %s", max, type.sqlName());
        require(type.holds(min), "MINVALUE (%d) is out of range for sequence data type %s", min, type.sqlName());
        require(min < max, "MINVALUE (%d) must be less than MAXVALUE (%d)", min, max);
        require(start >= min, "START value (%d) cannot be less than MINVALUE (%d)", start, min);
        require(start <= max, "START value (%d) cannot be greater than MAXVALUE (%d)", start, max);
        require(cache == null || cache > 0, "CACHE (%d) must be greater than zero", cache);
    }

    /**
     * The definition that the options give a new sequence; what they do not mention takes its default.
     *
     * @throws SeqdException {@code invalid-definition}
     */
    public static SequenceDefinition of(SequenceOptions options) {
        SequenceType type = options.type() == null ? SequenceType.BIGINT : options.type();
        long increment = options.increment() == null ? 1 : options.increment();
        boolean ascending = increment > 0;
        long max = boundOr(options.max(), defaultMax(type, ascending));
        long min = boundOr(options.min(), defaultMin(type, ascending));
        long start = options.start() == null ? (ascending ? min : max) : options.start();
        boolean cycle = Boolean.TRUE.equals(options.cycle());
        SequenceOrder order = options.order() == null ? SequenceOrder.CACHED : options.order();
        Sizing sizing = options.sizing() == null ? Sizing.CONFIGURED : options.sizing();
        return new SequenceDefinition(type, start, increment, min, max, cycle, cacheOr(options, null), order, sizing);
    }

    /**
     * This definition with the mentioned options changed. A new type moves a bound that stood at the old type's limit to the
     * new one's.
     *
     * @param position the last value issued, or the one that comes first if none was
     * @throws SeqdException {@code invalid-definition}
     */
    public SequenceDefinition altered(SequenceOptions options, long position) {
        SequenceType newType = options.type() == null ? type : options.type();
        long newIncrement = options.increment() == null ? increment : options.increment();
        boolean ascending = newIncrement > 0;
        long newMax = boundOr(options.max(), derivedMax(options, newType, ascending));
        long newMin = boundOr(options.min(), derivedMin(options, newType, ascending));
        long newStart = options.start() == null ? start : options.start();
        boolean newCycle = options.cycle() == null ? cycle : options.cycle();
        SequenceOrder newOrder = options.order() == null ? order : options.order();
        Sizing newSizing = options.sizing() == null ? sizing : options.sizing();
        SequenceDefinition changed = new SequenceDefinition(
                newType, newStart, newIncrement, newMin, newMax, newCycle, null, newOrder, newSizing);
        changed.requireRestartable(position);
        return changed.withCache(cacheOr(options, cache));
    }

    /**
     * Checks that the sequence may stand at a value.
     *
     * @throws SeqdException {@code invalid-definition} with PostgreSQL's text for a restart outside the bounds
     */
    void requireRestartable(long value) {
        require(value >= min, "RESTART value (%d) cannot be less than MINVALUE (%d)", value, min);
        require(value <= max, "RESTART value (%d) cannot be greater than MAXVALUE (%d)", value, max);
    }

    /** Whether values grow. */
    public boolean ascending() {
        return increment > 0;
    }

    /** Whether the value lies within the bounds. */
    public boolean admits(long value) {
        return value >= min && value <= max;
    }

    /** Whether nobody may hold a value that no caller waits for. */
    public boolean holdsNothing() {
        return order == SequenceOrder.STRICT || (cache != null && cache == 1);
    }

    /** Whether a range could be handed out under this definition. */
    public boolean admits(Block range) {
        return range.increment() == increment && admits(range.first()) && admits(range.last());
    }

    /** The bound that the values run towards. */
    public long bound() {
        return ascending() ? max : min;
    }

    /** Where a cycling sequence goes on after its bound: the other bound, never {@code start}. */
    public long wrapStart() {
        return ascending() ? min : max;
    }

    private SequenceDefinition withCache(@Nullable Long newCache) {
        return new SequenceDefinition(type, start, increment, min, max, cycle, newCache, order, sizing);
    }

    /** Without a number: the new type's limit if the bound stood at the old one's, else as it was, or derived again. */
    private long derivedMax(SequenceOptions options, SequenceType newType, boolean ascending) {
        if (options.type() != null && max == type.highest()) {
            return newType.highest();
        }
        return options.max() == null ? max : defaultMax(newType, ascending);
    }

    private long derivedMin(SequenceOptions options, SequenceType newType, boolean ascending) {
        if (options.type() != null && min == type.lowest()) {
            return newType.lowest();
        }
        return options.min() == null ? min : defaultMin(newType, ascending);
    }

    private static long defaultMax(SequenceType type, boolean ascending) {
        return ascending ? type.highest() : -1;
    }

    private static long defaultMin(SequenceType type, boolean ascending) {
        return ascending ? 1 : type.lowest();
    }

    private static long boundOr(@Nullable Setting given, long derived) {
        return given == null || given.value() == null ? derived : given.value();
    }

    private static @Nullable Long cacheOr(SequenceOptions options, @Nullable Long current) {
        Setting given = options.cache();
        return given == null ? current : given.value();
    }

    @FormatMethod
    private static void require(boolean holds, String rule, @Nullable Object... values) {
        if (!holds) {
            throw new SeqdException(SeqdError.INVALID_DEFINITION, "22023", String.format(Locale.ROOT, rule, values));
        }
    }
}
