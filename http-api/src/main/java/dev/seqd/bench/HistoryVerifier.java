package dev.seqd.bench;

import dev.seqd.core.Position;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Checks the two promises over a history of everything that was handed out: no value twice, and for each thread of a client
 * strictly growing values in the sequence's direction. (What one thread of a client may expect of another's values is {@link
 * OrderGuard}'s part.) Exact over all 64-bit values, up or down. A value that is missing is no fault.
 *
 * <p>The history is of one epoch and lap, and each sequence has one increment, up to its sign, throughout.
 *
 * <p>Two runs share a value only if they lie on the same grid, that is, leave the same residue by the step. The runs of one
 * grid are taken in the order of their lowest values. All earlier ones begin at or below a run's lowest value, so together
 * they cover everything from there to the highest value so far: comparing with the run that reached it finds every
 * duplicate, and counts each exactly once. Not thread-safe; use one for one history.
 */
final class HistoryVerifier {
    /** How many faults are described; the rest are counted. */
    static final int MAX_FAULTS = 20;

    private static final Comparator<Run> BY_GRID = (a, b) -> Long.compareUnsigned(a.residue(), b.residue());
    private static final Comparator<Run> BY_PLACE = BY_GRID.thenComparingLong(Run::low);

    private final List<Fault> faults = new ArrayList<>();
    private long values;
    private long duplicates;
    private long orderViolations;

    private HistoryVerifier() {}

    /**
     * Checks a history. The runs of one thread and sequence are in the order of their calls; beyond that any order will do.
     *
     * @throws IllegalArgumentException if a sequence has runs with different steps
     */
    static Verdict verify(Iterable<Run> history) {
        HistoryVerifier verifier = new HistoryVerifier();
        Map<Integer, List<Run>> bySequence = new TreeMap<>();
        for (Run run : history) {
            verifier.values += run.values().count();
            bySequence
                    .computeIfAbsent(run.sequence(), rank -> new ArrayList<>())
                    .add(run);
        }
        bySequence.values().forEach(verifier::check);
        return new Verdict(verifier.values, verifier.duplicates, verifier.orderViolations, verifier.faults);
    }

    private void check(List<Run> runs) {
        requireOneStep(runs);
        checkOrder(runs);
        runs.sort(BY_PLACE);
        checkUnique(runs);
    }

    private static void requireOneStep(List<Run> runs) {
        long step = runs.get(0).step();
        if (runs.stream().anyMatch(run -> run.step() != step)) {
            throw new IllegalArgumentException(
                    "the runs of sequence " + runs.get(0).sequence() + " have different steps");
        }
    }

    private void checkOrder(List<Run> runs) {
        record Caller(int client, int thread) {}
        Map<Caller, Position> furthest = new HashMap<>();
        for (Run run : runs) {
            furthest.merge(
                    new Caller(run.client(), run.thread()), run.values().end(), (before, end) -> beyond(before, run));
        }
    }

    /** Notes the run's values that do not lie beyond {@code before}; returns what the next run must lie beyond. */
    private Position beyond(Position before, Run run) {
        long late = run.values().count()
                - run.values().beyond(before).map(block -> block.count()).orElse(0L);
        if (late > 0) {
            orderViolations += late;
            note(new Fault(Fault.Kind.ORDER, run.sequence(), run.values().first(), run.client(), run.client()));
        }
        Position end = run.values().end();
        return end.isBeyond(before, run.values().ascending()) ? end : before;
    }

    private void checkUnique(List<Run> runs) {
        Run furthest = runs.get(0);
        for (Run run : runs.subList(1, runs.size())) {
            boolean sameGrid = run.residue() == furthest.residue();
            if (sameGrid && run.low() <= furthest.high()) {
                noteOverlap(furthest, run);
            }
            if (!sameGrid || run.high() > furthest.high()) {
                furthest = run;
            }
        }
    }

    private void noteOverlap(Run before, Run run) {
        long last = Math.min(before.high(), run.high());
        duplicates += Long.divideUnsigned(last - run.low(), run.step()) + 1;
        note(new Fault(Fault.Kind.DUPLICATE, run.sequence(), run.low(), before.client(), run.client()));
    }

    private void note(Fault fault) {
        if (faults.size() < MAX_FAULTS) {
            faults.add(fault);
        }
    }
}
