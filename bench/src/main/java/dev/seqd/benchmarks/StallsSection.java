package dev.seqd.benchmarks;

import java.util.List;
import java.util.Map;

/** The tables of the part {@code stalls}. */
final class StallsSection {
    private StallsSection() {}

    static Map<String, String> values(StallsResult result) {
        return Map.of(
                "steady", steady(result.steady()),
                "responses", responses(result.steady()),
                "bursts", bursts(result.bursts()),
                "roundTrip", StubProcess.ROUND_TRIP.toMillis() + " ms",
                "interval", BurstRun.INTERVAL.toSeconds() + " seconds");
    }

    private static String steady(List<StallsResult.Steady> loads) {
        MarkdownTable table =
                new MarkdownTable("Load", "Reached", "Calls", "Over 1 ms per million", "p50", "p99", "p99.9", "max");
        for (StallsResult.Steady load : loads) {
            String name = Units.count(load.rate()) + "/s";
            String reached = Units.count(load.reached()) + "/s";
            addCalls(table, name + ", seqd", reached, load.seqd());
            addCalls(table, name + ", AtomicLong", reached, load.reference());
        }
        return table.toString();
    }

    private static void addCalls(MarkdownTable table, String name, String reached, StallsResult.Calls calls) {
        StallsResult.Latency nanos = calls.duration();
        table.row(
                name,
                reached,
                Units.count(calls.calls()),
                Check.text(calls.stalledPerMillion()),
                Units.time(nanos.p50()),
                Units.time(nanos.p99()),
                Units.time(nanos.p999()),
                Units.time(nanos.max()));
    }

    private static String responses(List<StallsResult.Steady> loads) {
        MarkdownTable table = new MarkdownTable("Load", "Over 1 ms per million", "p50", "p99", "p99.9", "max");
        for (StallsResult.Steady load : loads) {
            String name = Units.count(load.rate()) + "/s";
            addResponses(table, name + ", seqd", load.seqd());
            addResponses(table, name + ", AtomicLong alone", load.alone());
        }
        return table.toString();
    }

    private static void addResponses(MarkdownTable table, String name, StallsResult.Calls calls) {
        StallsResult.Latency nanos = calls.response();
        table.row(
                name,
                Check.text(calls.latePerMillion()),
                Units.time(nanos.p50()),
                Units.time(nanos.p99()),
                Units.time(nanos.p999()),
                Units.time(nanos.max()));
    }

    private static String bursts(List<StallsResult.Burst> loads) {
        MarkdownTable table = new MarkdownTable(
                "Burst", "Time of a burst", "Calls over 1 ms", "Per million", "p50", "p99", "p99.9", "max");
        for (StallsResult.Burst load : loads) {
            String name = Units.count(load.size());
            addBurst(table, name + ", seqd, the first", Units.time(load.firstMillis() * 1e6), load.first());
            String others = ", the " + (load.bursts() - 1) + " others";
            addBurst(table, name + ", seqd" + others, Units.time(load.laterMillis() * 1e6), load.later());
            addBurst(table, name + ", AtomicLong" + others, "-", load.reference());
        }
        return table.toString();
    }

    private static void addBurst(MarkdownTable table, String name, String time, StallsResult.Calls calls) {
        StallsResult.Latency nanos = calls.duration();
        table.row(
                name,
                time,
                Units.count(calls.stalled()),
                Check.text(calls.stalledPerMillion()),
                Units.time(nanos.p50()),
                Units.time(nanos.p99()),
                Units.time(nanos.p999()),
                Units.time(nanos.max()));
    }
}
