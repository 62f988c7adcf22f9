package dev.seqd.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A world and the choices made in it: the same choices in the same world lead to the same end.
 *
 * @param setup the world
 * @param steps the choices
 */
record Run(Setup setup, List<Step> steps) {
    /** The run of a world, by its seed. */
    static Run of(Setup setup) {
        SplittableRandom random = new SplittableRandom(~setup.seed());
        List<Step> steps = new ArrayList<>(setup.steps());
        for (int i = 0; i < setup.steps(); i++) {
            steps.add(new Step(random.nextLong()));
        }
        return new Run(setup, steps);
    }

    /**
     * How a run ended.
     *
     * @param steps how many steps were taken
     * @param values how many values were handed out
     * @param failure what went wrong, null if nothing did
     */
    record End(int steps, long values, @Nullable RuntimeException failure) {
        /** The rule that was broken; null if none was. */
        @Nullable
        Rule rule() {
            if (failure == null) {
                return null;
            }
            return failure instanceof Violation violation ? violation.rule() : Rule.NO_CRASH;
        }
    }

    /** Runs it, and lets it settle. {@code story} receives what happens, null if nobody listens. */
    End run(@Nullable List<String> story) {
        World world = new World(setup, story);
        int taken = 0;
        try {
            for (Step step : steps) {
                taken++;
                world.step(step);
            }
            world.settle();
            return new End(taken, world.values(), null);
        } catch (RuntimeException e) {
            return new End(taken, world.values(), e);
        }
    }

    Run with(List<Step> other) {
        return new Run(setup, other);
    }
}
