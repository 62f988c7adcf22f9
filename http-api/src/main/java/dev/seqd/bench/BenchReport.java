package dev.seqd.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Everything a run found.
 *
 * @param plan what was to be done
 * @param measured the time after the warm-up
 * @param all the time from the very first grant
 * @param clients what the client processes did
 * @param verdict whether the promises were kept, over all
 * @param notes what else the reader must know
 */
record BenchReport(
        BenchPlan plan, Window measured, Window all, ClientTotals clients, Verdict verdict, List<String> notes) {
    /** The part of the target rate that must be reached. */
    static final double HELD = 0.95;

    BenchReport {
        notes = List.copyOf(notes);
    }

    /** Whether the target rate was held. */
    boolean held() {
        return clients.ratePerSecond() >= HELD * plan.load().rate();
    }

    /** The content of the file that {@code --report} names. */
    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("issued", measured.issued());
        json.put("ratePerSecond", clients.ratePerSecond());
        json.put("localShare", clients.localShare());
        json.put("journalWrites", measured.service().journalWrites());
        json.put("valuesPerJournalWrite", measured.valuesPerJournalWrite());
        json.put("grants", measured.service().grants());
        json.put("hottestRate", clients.hottestRate());
        json.put("duplicates", verdict.duplicates());
        json.put("orderViolations", verdict.orderViolations());
        json.put("latencyNanos", latencyJson());
        json.put("failures", clients.failures());
        json.put("failuresByCode", clients.failuresByCode());
        json.put("fromFirstGrant", fromFirstGrantJson());
        json.put("held", held());
        json.put("seed", plan.load().seed());
        json.put("command", plan.command());
        return json;
    }

    private Map<String, Object> latencyJson() {
        Histogram latency = clients.latency();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("p50", latency.getValueAtPercentile(50));
        json.put("p99", latency.getValueAtPercentile(99));
        json.put("p999", latency.getValueAtPercentile(99.9));
        json.put("max", latency.getMaxValue());
        return json;
    }

    private Map<String, Object> fromFirstGrantJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("journalWrites", all.service().journalWrites());
        json.put("valuesPerJournalWrite", all.valuesPerJournalWrite());
        json.put("grants", all.service().grants());
        json.put("issued", all.issued());
        return json;
    }
}
