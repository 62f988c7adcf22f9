package dev.seqd.benchmarks;

import java.util.Map;

/** The table of the part {@code callers}. */
final class CallersSection {
    private CallersSection() {}

    static Map<String, String> values(CallersResult result) {
        MarkdownTable table = new MarkdownTable("Callers", "Source", "Numbers a second", "p50", "p99", "Errors");
        for (CallersResult.Load load : result.loads()) {
            table.row(
                    Integer.toString(load.callers()),
                    load.source(),
                    Units.count(load.perSecond()),
                    Units.time(load.p50Nanos()),
                    Units.time(load.p99Nanos()),
                    Units.count(load.errors()));
        }
        return Map.of("callers", table.toString(), "pool", Integer.toString(result.pool()));
    }
}
