package dev.seqd.faults;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whether the promises were kept for one sequence: no number twice, each caller's in order, none that is not the sequence's own,
 * none that no committed raise covers, the journal without a hole, and for a strict sequence one order over all calls.
 */
final class Judge {
    private final Numbers numbers;
    private final List<Trail> trails;
    private final List<String> faults = new ArrayList<>();

    private Judge(Numbers numbers, List<Trail> trails) {
        this.numbers = numbers;
        this.trails = trails;
    }

    /**
     * Everything that breaks a promise, a sentence each; empty if nothing does.
     *
     * @param trails all that was got of the sequence
     * @param journal the sequence's events
     */
    static List<String> faults(Numbers numbers, List<Trail> trails, JournalReading journal) {
        Judge judge = new Judge(numbers, trails);
        trails.forEach(judge::own);
        trails.forEach(judge::ordered);
        judge.once();
        judge.covered(journal);
        if (numbers.strict()) {
            judge.linear();
        }
        return judge.faults;
    }

    /** Membership: each number is one of the sequence. */
    private void own(Trail trail) {
        for (Run run : trail.runs()) {
            if (!numbers.holds(run.first()) || !numbers.holds(run.last())) {
                fault(trail, "got " + text(run) + ", which is not of this sequence");
            }
        }
    }

    /** Order: each caller's numbers move on in the sequence's direction. */
    private void ordered(Trail trail) {
        Run before = null;
        for (Run run : trail.runs()) {
            if (before != null && numbers.ordinal(run.first()) <= numbers.ordinal(before.last())) {
                fault(trail, "got " + text(run) + " after " + text(before));
            }
            before = run;
        }
    }

    /** Uniqueness: no number of the sequence was got twice, whoever got it. */
    private void once() {
        Span before = null;
        for (Span span : spans().sorted(Span.BY_BEGIN).toList()) {
            if (before != null && span.from() <= before.to()) {
                faults.add(numbers.name() + ": got twice: " + value(span.from()) + " to "
                        + value(Math.min(before.to(), span.to())));
            }
            before = before != null && before.to() > span.to() ? before : span;
        }
    }

    /** Coverage: each number lies in a range whose raise is in the journal, and that has no hole. */
    private void covered(JournalReading journal) {
        faults.addAll(journal.holes());
        List<Span> raised = Span.joined(journal.raised());
        for (Span span : Span.joined(spans().toList())) {
            if (raised.stream().noneMatch(range -> range.holds(span))) {
                faults.add(numbers.name() + ": got without a raise: some of " + value(span.from()) + " to "
                        + value(span.to()));
            }
        }
    }

    /** A call that begins after another has returned gets a number beyond that one's. */
    private void linear() {
        List<Run> byReturn =
                runs().sorted(Comparator.comparingLong(Run::returnedNanos)).toList();
        int returned = 0;
        long highest = -1;
        for (Run run : runs().sorted(Comparator.comparingLong(Run::calledNanos)).toList()) {
            while (byReturn.get(returned).returnedNanos() < run.calledNanos()) {
                highest =
                        Math.max(highest, numbers.ordinal(byReturn.get(returned).last()));
                returned++;
            }
            if (numbers.ordinal(run.first()) <= highest) {
                faults.add(
                        numbers.name() + ": got " + text(run) + " after another call had returned " + value(highest));
            }
        }
    }

    private Stream<Run> runs() {
        return trails.stream().flatMap(trail -> trail.runs().stream());
    }

    private Stream<Span> spans() {
        return runs().map(run -> new Span(numbers.ordinal(run.first()), numbers.ordinal(run.last())));
    }

    private void fault(Trail trail, String what) {
        faults.add(numbers.name() + ", " + trail.caller() + ": " + what);
    }

    private long value(long ordinal) {
        return numbers.start() + ordinal * numbers.step();
    }

    private static String text(Run run) {
        return run.first() == run.last() ? Long.toString(run.first()) : run.first() + " to " + run.last();
    }
}
