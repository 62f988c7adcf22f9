package dev.seqd.simulation;

import java.util.ArrayList;
import java.util.List;

/** Makes a failing run short: leaves out steps, and makes numbers 0, as long as the same rule is broken. */
final class Shrinker {
    private static final int MOST_TRIES = 20_000;

    private final Rule rule;
    private Run best;
    private int tries;

    private Shrinker(Run failing, Rule rule) {
        this.best = failing;
        this.rule = rule;
    }

    /** A short run that breaks the same rule as a failing one. */
    static Run shrink(Run failing) {
        Run.End end = failing.run(null);
        Rule broken = end.rule();
        if (broken == null) {
            throw new IllegalArgumentException("it does not fail");
        }
        Shrinker shrinker = new Shrinker(failing.with(failing.steps().subList(0, end.steps())), broken);
        shrinker.run();
        return shrinker.best;
    }

    private void run() {
        int before;
        do {
            before = best.steps().size();
            leaveOut();
            simplify();
        } while (best.steps().size() < before && tries < MOST_TRIES);
    }

    private void leaveOut() {
        for (int length = Math.max(1, best.steps().size() / 2); length > 0; length /= 2) {
            int from = best.steps().size() - length;
            while (from > -length && tries < MOST_TRIES) {
                int start = Math.max(0, from);
                tryTo(without(start, Math.min(best.steps().size(), from + length)));
                from = Math.min(from, best.steps().size()) - length;
            }
        }
    }

    private List<Step> without(int from, int to) {
        List<Step> rest = new ArrayList<>(best.steps().subList(0, from));
        rest.addAll(best.steps().subList(Math.max(from, to), best.steps().size()));
        return rest;
    }

    private void simplify() {
        for (int i = 0; i < 3 * best.steps().size() && tries < MOST_TRIES; i++) {
            List<Step> simpler = new ArrayList<>(best.steps());
            Step step = simpler.get(i / 3).without(i % 3);
            if (!simpler.set(i / 3, step).equals(step)) {
                tryTo(simpler);
            }
        }
    }

    private void tryTo(List<Step> steps) {
        tries++;
        Run candidate = best.with(steps);
        Run.End end = candidate.run(null);
        if (end.rule() == rule) {
            best = candidate.with(steps.subList(0, end.steps()));
        }
    }
}
