package dev.seqd.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Two subjects in short rounds that alternate, so that whatever else the machine does hits both alike. One pair of rounds
 * gives one ratio of their processor time a call; the median of many is what counts. What threads of a subject do in the
 * background during a pair is added to its callers' time. Confined to one thread.
 */
final class Comparison {
    private static final Duration ROUND = Duration.ofMillis(50);
    private static final int WARM_UP_CALLS = 100;
    private static final int WARM_UPS = 30_000;

    private final Subject subject;
    private final Subject reference;
    private final CallingTeam team;
    private final List<Pair> pairs = new ArrayList<>();

    Comparison(Subject subject, Subject reference, CallingTeam team) {
        this.subject = subject;
        this.reference = reference;
        this.team = team;
    }

    /** Nanoseconds of processor time for one call of each. */
    record Pair(double subject, double reference) {
        double ratio() {
            return subject / reference;
        }
    }

    /** Lets the compiler see a subject's loop often. */
    static void warmUp(Subject subject) {
        for (int i = 0; i < WARM_UPS; i++) {
            subject.call(WARM_UP_CALLS);
        }
    }

    /** Adds pairs of rounds, after a few that do not count. */
    void run(int discarded, int counted) {
        int strides = stridesOf(subject);
        int referenceStrides = stridesOf(reference);
        for (int i = 0; i < discarded + counted; i++) {
            Pair pair = pair(strides, referenceStrides, i % 2 == 0);
            if (i >= discarded) {
                pairs.add(pair);
            }
        }
    }

    private Pair pair(int strides, int referenceStrides, boolean subjectFirst) {
        long ownBefore = Background.cpuNanos(subject::owns);
        long referenceBefore = Background.cpuNanos(reference::owns);
        CallingTeam.Round second = subjectFirst ? null : team.strides(reference, referenceStrides);
        CallingTeam.Round first = team.strides(subject, strides);
        if (second == null) {
            second = team.strides(reference, referenceStrides);
        }
        double own = Background.cpuNanos(subject::owns) - ownBefore;
        double others = Background.cpuNanos(reference::owns) - referenceBefore;
        return new Pair(first.cpuPerCall() + own / first.calls(), second.cpuPerCall() + others / second.calls());
    }

    /** How many strides of each caller last about a round. */
    private int stridesOf(Subject measured) {
        int strides = 1;
        while (true) {
            CallingTeam.Round round = team.strides(measured, strides);
            if (round.wallNanos() >= ROUND.toNanos() / 2) {
                return (int) Math.max(1, strides * ROUND.toNanos() / round.wallNanos());
            }
            strides *= 2;
        }
    }

    /** What all pairs so far have come to. */
    HotPathResult.Paired figure() {
        double[] ratios = pairs.stream().mapToDouble(Pair::ratio).toArray();
        return new HotPathResult.Paired(
                subject.label(),
                reference.label(),
                team.size(),
                pairs.size(),
                Quantiles.of(ratios, 0.5),
                Quantiles.of(ratios, 0.25),
                Quantiles.of(ratios, 0.75),
                Quantiles.of(pairs.stream().mapToDouble(Pair::subject).toArray(), 0.5),
                Quantiles.of(pairs.stream().mapToDouble(Pair::reference).toArray(), 0.5));
    }
}
