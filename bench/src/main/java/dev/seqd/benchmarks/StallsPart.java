package dev.seqd.benchmarks;

import dev.seqd.client.SeqClient;
import dev.seqd.client.Sequence;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** How often a call waits, at loads that stay and at loads that come all at once. Confined to one thread. */
final class StallsPart implements Part {
    private static final long[] RATES = {20_000, 200_000, 2_000_000};
    private static final long FAST = 200_000;
    private static final double ADDED_GOAL = 5;
    private static final double ADDED_GATE = 20;
    private static final double MICRO_NANOS = 1e3;
    private static final double FAST_GOAL_MICROS = 1;
    private static final double SLOW_GOAL_MICROS = 10;
    private static final double GATE_MICROS = 50;

    private final PrintWriter progress;
    private final boolean quick;

    StallsPart(PrintWriter progress, boolean quick) {
        this.progress = progress;
        this.quick = quick;
    }

    @Override
    public StallsResult measure() {
        RunInfo run = RunInfo.now("stalls", quick);
        List<StallsResult.Steady> steady = new ArrayList<>();
        List<StallsResult.Burst> bursts = new ArrayList<>();
        try (StubProcess node = StubProcess.start()) {
            for (long rate : RATES) {
                steady.add(steady(node, rate));
            }
            bursts.add(burst(node, 5_000, quick ? 6 : 80));
            bursts.add(burst(node, 50_000, quick ? 4 : 20));
            bursts.add(burst(node, 1_000_000, quick ? 3 : 12));
        }
        return new StallsResult(run, steady, bursts, checks(steady, bursts));
    }

    private StallsResult.Steady steady(StubProcess node, long rate) {
        progress.println("steady " + Units.count(rate) + " a second ...");
        AtomicLong counter = new AtomicLong();
        AtomicLong standIn = new AtomicLong();
        Duration warmUp = Duration.ofSeconds(10);
        Duration time = Duration.ofSeconds(quick ? 5 : 60);
        Lane seqdLane = new Lane();
        Lane referenceLane = new Lane();
        Lane alone = new Lane();
        double reached;
        try (SeqClient client = SeqClient.connect(node.endpoint())) {
            Sequence sequence = client.sequence("bench_steady_" + rate);
            SteadyRun run = new SteadyRun(sequence::next, counter::getAndIncrement, rate);
            run.run(warmUp, new Lane(), new Lane());
            reached = run.run(time, seqdLane, referenceLane);
        }
        SteadyRun control = new SteadyRun(standIn::getAndIncrement, counter::getAndIncrement, rate);
        control.run(Duration.ofSeconds(2), new Lane(), new Lane());
        control.run(time.dividedBy(2), new Lane(), alone);
        return new StallsResult.Steady(rate, reached, seqdLane.figures(), referenceLane.figures(), alone.figures());
    }

    private StallsResult.Burst burst(StubProcess node, int size, int bursts) {
        progress.println("bursts of " + Units.count(size) + " ...");
        AtomicLong counter = new AtomicLong();
        try (SeqClient client = SeqClient.connect(node.endpoint())) {
            Sequence sequence = client.sequence("bench_burst_" + size);
            return new BurstRun(sequence::next, counter::getAndIncrement, size).run(bursts);
        }
    }

    /** The judgement of the figures. */
    static List<Check> checks(List<StallsResult.Steady> steady, List<StallsResult.Burst> bursts) {
        List<Check> checks = new ArrayList<>();
        for (StallsResult.Steady load : steady) {
            String where = ", steady " + Units.count(load.rate()) + "/s";
            checks.add(Check.atMost(
                    "calls over 1 ms per million, without AtomicLong's" + where,
                    load.addedPerMillion(),
                    ADDED_GOAL,
                    ADDED_GATE));
            checks.add(Check.atMost(
                    "p99.9 in us" + where,
                    load.seqd().duration().p999() / MICRO_NANOS,
                    load.rate() >= FAST ? FAST_GOAL_MICROS : SLOW_GOAL_MICROS,
                    GATE_MICROS));
        }
        for (StallsResult.Burst load : bursts) {
            checks.add(Check.atMost(
                    "calls over 1 ms per million, without AtomicLong's, bursts of " + Units.count(load.size())
                            + " after the first",
                    load.addedPerMillion(),
                    ADDED_GOAL,
                    ADDED_GATE));
        }
        return checks;
    }
}
