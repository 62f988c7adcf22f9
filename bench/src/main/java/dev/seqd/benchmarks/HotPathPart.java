package dev.seqd.benchmarks;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The cost of a call whose number is at hand, beside other ways to get one. Confined to one thread. */
final class HotPathPart implements Part {
    private static final int[] THREADS = {1, 2, 8};
    private static final int PASSES = 3;
    private static final double HANDLE_GOAL = 1.10;
    private static final double HANDLE_GATE = 1.25;
    private static final double LITERAL_GOAL = 1.25;
    private static final double LITERAL_GATE = 2.0;
    private static final double SEGMENT_GOAL = 1.3;
    private static final double CHAIN_GOAL = 1.7;
    private static final double PARITY = 1.0;
    private static final double BYTES_GOAL = 0.05;
    private static final double BYTES_GATE = 0.5;
    private static final int LEAST_ROUND_TRIPS = 10;

    private final PrintWriter progress;
    private final boolean quick;

    HotPathPart(PrintWriter progress, boolean quick) {
        this.progress = progress;
        this.quick = quick;
    }

    @Override
    public HotPathResult measure() {
        RunInfo run = RunInfo.now("hotpath", quick);
        List<HotPathResult.Paired> paired = new ArrayList<>();
        List<HotPathResult.FullSpeed> fullSpeed = new ArrayList<>();
        try (StubProcess node = StubProcess.start();
                SeqdSubjects seqd = new SeqdSubjects(node.endpoint())) {
            paired.addAll(pairs(seqd));
            for (int threads : THREADS) {
                fullSpeed.add(fullSpeed(node, seqd.handle(), threads));
            }
        }
        List<HotPathResult.Jmh> jmh = new ArrayList<>();
        for (int threads : THREADS) {
            progress.println("JMH with " + threads + " threads ...");
            jmh.addAll(JmhRun.run(threads, quick));
        }
        return new HotPathResult(run, paired, jmh, fullSpeed, checks(paired, fullSpeed));
    }

    /** In passes over all comparisons, so that none has the machine's best minute to itself. */
    private List<HotPathResult.Paired> pairs(SeqdSubjects seqd) {
        List<CallingTeam> teams = new ArrayList<>();
        try {
            for (int threads : THREADS) {
                teams.add(new CallingTeam(threads));
            }
            List<Comparison> comparisons = comparisons(seqd, teams);
            for (int pass = 1; pass <= PASSES; pass++) {
                progress.println("pairs, pass " + pass + " of " + PASSES + " ...");
                comparisons.forEach(comparison -> comparison.run(quick ? 2 : 5, quick ? 5 : 25));
            }
            return comparisons.stream().map(Comparison::figure).toList();
        } finally {
            teams.forEach(CallingTeam::close);
        }
    }

    private static List<Comparison> comparisons(SeqdSubjects seqd, List<CallingTeam> teams) {
        Subject bare = new PeerSubjects.Bare();
        Subject handle = seqd.handle();
        Subject segment = new PeerSubjects.CosIdSegment();
        Subject chain = new PeerSubjects.CosIdChain();
        List<Subject> subjects =
                List.of(handle, seqd.literal(), segment, chain, new PeerSubjects.PooledLo(), new PeerSubjects.Locked());
        Comparison.warmUp(bare);
        subjects.forEach(Comparison::warmUp);
        List<Comparison> all = new ArrayList<>();
        for (CallingTeam team : teams) {
            subjects.forEach(subject -> all.add(new Comparison(subject, bare, team)));
        }
        all.add(new Comparison(segment, handle, teams.get(0)));
        all.add(new Comparison(chain, handle, teams.get(0)));
        return all;
    }

    private HotPathResult.FullSpeed fullSpeed(StubProcess node, Subject handle, int threads) {
        progress.println("full speed with " + threads + " threads ...");
        Duration warmUp = Duration.ofSeconds(quick ? 3 : 10);
        Duration time = Duration.ofSeconds(quick ? 3 : 15);
        try (CallingTeam team = new CallingTeam(threads)) {
            return new FullSpeedRun(node).measure(handle, team, warmUp, time);
        }
    }

    /** The judgement of the figures. */
    static List<Check> checks(List<HotPathResult.Paired> paired, List<HotPathResult.FullSpeed> fullSpeed) {
        List<Check> checks = new ArrayList<>();
        for (HotPathResult.Paired pair : paired) {
            String threads = ", " + threads(pair.threads());
            if (pair.reference().equals(SeqdSubjects.HANDLE)) {
                double goal = pair.subject().equals(PeerSubjects.CosIdChain.LABEL) ? CHAIN_GOAL : SEGMENT_GOAL;
                checks.add(
                        Check.atLeast(pair.subject() + " / handle, CPU a call" + threads, pair.ratio(), goal, PARITY));
            } else if (pair.subject().equals(SeqdSubjects.HANDLE)) {
                checks.add(Check.atMost(
                        "handle / AtomicLong, CPU a call" + threads, pair.ratio(), HANDLE_GOAL, HANDLE_GATE));
            } else if (pair.subject().equals(SeqdSubjects.LITERAL)) {
                checks.add(Check.atMost(
                        "by name / AtomicLong, CPU a call" + threads, pair.ratio(), LITERAL_GOAL, LITERAL_GATE));
            }
        }
        for (HotPathResult.FullSpeed run : fullSpeed) {
            String threads = ", " + threads(run.threads());
            checks.add(Check.atMost("bytes allocated a call" + threads, run.bytes(), BYTES_GOAL, BYTES_GATE));
            double seconds = StubProcess.ROUND_TRIP.toNanos() / 1e9;
            checks.add(Check.within(
                    "seconds that a grant lasts at full speed" + threads,
                    run.secondsPerGrant(),
                    LEAST_ROUND_TRIPS * seconds,
                    1));
        }
        return checks;
    }

    static String threads(int count) {
        return count == 1 ? "1 thread" : count + " threads";
    }
}
