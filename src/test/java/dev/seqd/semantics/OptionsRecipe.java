package dev.seqd.semantics;

import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceOptions.Setting;
import dev.seqd.core.SequenceOrder;
import dev.seqd.core.SequenceType;
import org.jspecify.annotations.Nullable;

/** Options whose numbers are said relative to the sequence and to each other. What is null is not mentioned. */
record OptionsRecipe(
        @Nullable SequenceType type,
        @Nullable Amount increment,
        @Nullable Bound min,
        @Nullable Bound max,
        @Nullable Amount start,
        @Nullable Boolean cycle,
        @Nullable Setting cache,
        @Nullable SequenceOrder order) {
    /** A bound, or none, which lets the default apply. */
    record Bound(@Nullable Amount amount) {
        static final Bound NONE = new Bound(null);

        private Setting in(Scene scene) {
            return amount == null ? Setting.DERIVED : new Setting(amount.in(scene));
        }
    }

    SequenceOptions toCreate(Scene past) {
        Long newIncrement = increment == null ? null : increment.in(past);
        return options(past.anew(type, newIncrement), newIncrement);
    }

    SequenceOptions toAlter(Scene now) {
        Long newIncrement = increment == null ? null : increment.in(now);
        return options(now.with(type, newIncrement), newIncrement);
    }

    private SequenceOptions options(Scene scene, @Nullable Long newIncrement) {
        Setting newMin = min == null ? null : min.in(scene);
        Scene above = newMin == null ? scene : scene.withMin(newMin.value());
        Setting newMax = max == null ? null : max.in(above);
        Scene between = newMax == null ? above : above.withMax(newMax.value());
        Long newStart = start == null ? null : start.in(between);
        return new SequenceOptions(type, newStart, newIncrement, newMin, newMax, cycle, cache, order, null);
    }
}
