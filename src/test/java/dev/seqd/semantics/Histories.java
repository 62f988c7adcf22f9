package dev.seqd.semantics;

import static dev.seqd.semantics.Amount.Anchor.MAX;
import static dev.seqd.semantics.Amount.Anchor.MIN;
import static dev.seqd.semantics.Amount.Anchor.POSITION;
import static dev.seqd.semantics.Amount.Anchor.START;
import static dev.seqd.semantics.Amount.Anchor.TYPE_HIGHEST;
import static dev.seqd.semantics.Amount.Anchor.TYPE_LOWEST;
import static dev.seqd.semantics.Amount.Anchor.ZERO;

import dev.seqd.core.SequenceOptions.Setting;
import dev.seqd.core.SequenceOrder;
import dev.seqd.core.SequenceState;
import dev.seqd.core.SequenceType;
import dev.seqd.semantics.Amount.Anchor;
import dev.seqd.semantics.OptionsRecipe.Bound;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Histories that dwell where sequences are hard: at both ends of each type, around zero, at the bounds and at the position
 * as they are at that moment, with increments larger than the range and turns of direction.
 */
final class Histories {
    private static final int MOST_RECIPES = 14;

    private Histories() {}

    /** Nearly always one that begins with a creation. */
    static Arbitrary<History> histories() {
        Arbitrary<List<Recipe>> later = recipes().list().ofMaxSize(MOST_RECIPES);
        return Combinators.combine(creations().injectNull(0.02), later).as((creation, recipes) -> {
            List<Recipe> all = new ArrayList<>();
            if (creation != null) {
                all.add(creation);
            }
            all.addAll(recipes);
            return History.of(all);
        });
    }

    private static Arbitrary<Recipe> recipes() {
        return Arbitraries.frequencyOf(
                Tuple.of(8, nexts()),
                Tuple.of(4, alterations()),
                Tuple.of(3, setvals()),
                Tuple.of(2, restarts()),
                Tuple.of(2, replacements()),
                Tuple.of(1, Arbitraries.oneOf(creations(), Arbitraries.just(now -> List.of(new Operation.Drop())))));
    }

    private static Arbitrary<Recipe> nexts() {
        return Arbitraries.integers()
                .between(1, 6)
                .map(times -> now -> Collections.nCopies(exists(now) ? times : 1, new Operation.Next()));
    }

    private static Arbitrary<Recipe> creations() {
        return options(0.45).map(options -> now -> List.of(new Operation.Create(options.toCreate(Scene.of(now)))));
    }

    /** Dropped and created again. */
    private static Arbitrary<Recipe> replacements() {
        return options(0.45)
                .map(options ->
                        now -> List.of(new Operation.Drop(), new Operation.Create(options.toCreate(Scene.of(now)))));
    }

    /** Where there is nothing to alter, mostly a creation, so that what follows has something to work on. */
    private static Arbitrary<Recipe> alterations() {
        return Combinators.combine(options(0.65), Arbitraries.frequency(Tuple.of(3, false), Tuple.of(1, true)))
                .as((options, always) -> now -> List.of(
                        always || exists(now)
                                ? new Operation.Alter(options.toAlter(Scene.of(now)))
                                : new Operation.Create(options.toCreate(Scene.of(now)))));
    }

    private static Arbitrary<Recipe> setvals() {
        return Combinators.combine(positions(), Arbitraries.of(true, false))
                .as((value, called) -> now -> List.of(new Operation.SetValue(value.in(Scene.of(now)), called)));
    }

    private static Arbitrary<Recipe> restarts() {
        return positions()
                .injectNull(0.3)
                .map(with -> now -> List.of(new Operation.Restart(with == null ? null : with.in(Scene.of(now)))));
    }

    private static boolean exists(@Nullable SequenceState now) {
        return now != null && !now.dropped();
    }

    private static Arbitrary<OptionsRecipe> options(double unmentioned) {
        return Combinators.combine(
                        Arbitraries.of(SequenceType.class).injectNull((1 + unmentioned) / 2),
                        increments().injectNull(unmentioned),
                        bounds(lows()).injectNull(unmentioned),
                        bounds(highs()).injectNull(unmentioned),
                        starts().injectNull((1 + unmentioned) / 2),
                        Arbitraries.of(true, false).injectNull(unmentioned),
                        caches().injectNull(0.9),
                        Arbitraries.of(SequenceOrder.class).injectNull(0.9))
                .as(OptionsRecipe::new);
    }

    private static Arbitrary<Amount> increments() {
        return Arbitraries.frequencyOf(
                Tuple.of(24, small(1, 5)),
                Tuple.of(12, small(-5, -1)),
                Tuple.of(1, small(0, 0)),
                Tuple.of(8, near(Arbitraries.of(Anchor.WIDTH, Anchor.WIDTH_DOWN, Anchor.HALF_WIDTH, Anchor.TURNED))),
                Tuple.of(4, near(Arbitraries.of(Anchor.class))));
    }

    private static Arbitrary<Amount> small(int from, int to) {
        return Arbitraries.integers().between(from, to).map(value -> new Amount(ZERO, value, 0));
    }

    private static Arbitrary<Bound> bounds(Arbitrary<Amount> amounts) {
        return Arbitraries.frequencyOf(Tuple.of(6, amounts.map(Bound::new)), Tuple.of(1, Arbitraries.just(Bound.NONE)));
    }

    private static Arbitrary<Amount> lows() {
        return near(Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.just(POSITION)),
                Tuple.of(3, Arbitraries.just(MIN)),
                Tuple.of(2, Arbitraries.just(TYPE_LOWEST)),
                Tuple.of(2, Arbitraries.just(ZERO)),
                Tuple.of(1, Arbitraries.just(TYPE_HIGHEST)),
                Tuple.of(1, Arbitraries.of(Anchor.class))));
    }

    private static Arbitrary<Amount> highs() {
        return near(Arbitraries.frequencyOf(
                Tuple.of(6, Arbitraries.just(MIN)),
                Tuple.of(3, Arbitraries.just(POSITION)),
                Tuple.of(2, Arbitraries.just(TYPE_HIGHEST)),
                Tuple.of(2, Arbitraries.just(MAX)),
                Tuple.of(1, Arbitraries.just(ZERO)),
                Tuple.of(1, Arbitraries.of(Anchor.class))));
    }

    private static Arbitrary<Amount> starts() {
        return near(Arbitraries.frequencyOf(
                Tuple.of(5, Arbitraries.of(MIN, MAX)),
                Tuple.of(2, Arbitraries.of(POSITION, START)),
                Tuple.of(1, Arbitraries.of(Anchor.class))));
    }

    private static Arbitrary<Amount> positions() {
        return near(Arbitraries.frequencyOf(
                Tuple.of(6, Arbitraries.of(MIN, MAX, POSITION)),
                Tuple.of(1, Arbitraries.of(START, ZERO)),
                Tuple.of(1, Arbitraries.of(Anchor.class))));
    }

    private static Arbitrary<Amount> near(Arbitrary<Anchor> anchors) {
        Arbitrary<Integer> offsets = Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.integers().between(-2, 2)),
                Tuple.of(2, Arbitraries.integers().between(-3, 12)));
        Arbitrary<Integer> steps =
                Arbitraries.frequency(Tuple.of(8, 0), Tuple.of(1, 1), Tuple.of(1, -1), Tuple.of(1, 2));
        return Combinators.combine(anchors, offsets, steps).as(Amount::new);
    }

    private static Arbitrary<Setting> caches() {
        return Arbitraries.of(1L, 20L, 0L, -1L).injectNull(0.2).map(Setting::new);
    }
}
