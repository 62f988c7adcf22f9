package dev.seqd.simulation;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Many runs, one after the other, from one seed on. */
public final class Simulation {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private long seed;
    private long runs;
    private long steps;
    private long values;
    private @Nullable Run failed;
    private Run.@Nullable End end;

    /** The first run is that of the seed itself, so that the seed of a failed run repeats it at once. */
    public Simulation(long seed) {
        this.seed = seed;
    }

    /** Runs until so many steps are taken, or one fails; says whether none did. */
    public boolean run(long mostSteps) {
        return run(mostSteps, setup -> true, EnumSet.allOf(Rule.class));
    }

    /** As {@link #run(long)}, but only where a clause matters; a run that breaks other rules than its own counts for nothing. */
    public boolean runFor(String clause, long mostSteps) {
        Clause without = Clause.valueOf(clause);
        return run(mostSteps, without::matters, without.rules());
    }

    private boolean run(long mostSteps, Predicate<Setup> worlds, Set<Rule> rules) {
        while (steps < mostSteps && failed == null) {
            Setup setup = Setup.of(seed);
            if (worlds.test(setup)) {
                run(Run.of(setup), rules);
            }
            seed = next(seed);
        }
        return failed == null;
    }

    private void run(Run run, Set<Rule> rules) {
        Run.End over = run.run(null);
        runs++;
        steps += over.steps();
        values += over.values();
        if (over.failure() != null && rules.contains(over.rule())) {
            failed = run;
            end = over;
        }
    }

    private static long next(long seed) {
        long mixed = (seed + GOLDEN) * 0xBF58476D1CE4E5B9L;
        return mixed ^ (mixed >>> 31);
    }

    /** How many steps were taken. */
    public long steps() {
        return steps;
    }

    /** What was done, in one line. */
    public String summary() {
        return steps + " steps in " + runs + " runs, in which " + values + " values were handed out";
    }

    /** What went wrong, in one line; null if nothing did. */
    public @Nullable String failure() {
        return end == null ? null : String.valueOf(end.failure());
    }

    /** The shortest story with the same end, with what it takes to see it again. */
    public String story() {
        Run run = failed;
        if (run == null) {
            return "nothing went wrong";
        }
        Run shortest = Shrinker.shrink(run);
        List<String> story = new ArrayList<>();
        Run.End last = shortest.run(story);
        StringBuilder text = new StringBuilder("After ").append(summary()).append(":\n");
        text.append("to repeat it: -Dseqd.simulation.seed=")
                .append(run.setup().seed())
                .append('\n');
        text.append(Words.shorter(run.setup().toString())).append('\n');
        text.append(shortest.steps().size()).append(" steps:\n");
        story.forEach(line -> text.append("  ").append(line).append('\n'));
        return text.append(trace(last.failure())).toString();
    }

    private static String trace(@Nullable RuntimeException failure) {
        if (failure == null || failure instanceof Violation) {
            return String.valueOf(failure);
        }
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
