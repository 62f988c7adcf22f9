package dev.seqd.bench;

import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The report of a bench of one strict counter as a person reads it: at most {@value TextTable#WIDTH} columns. */
final class StrictTable {
    private final StrictReport report;
    private final TextTable table = new TextTable();

    private StrictTable(StrictReport report) {
        this.report = report;
    }

    static String of(StrictReport report, Machine machine) {
        StrictTable renderer = new StrictTable(report);
        renderer.addPlan(machine);
        renderer.addFigures();
        renderer.addFailures();
        renderer.addVerdict();
        return renderer.table.toString();
    }

    private void addPlan(Machine machine) {
        StrictPlan plan = report.plan();
        table.line(plan.command())
                .gap()
                .text("machine", machine.description())
                .text("sequence", report.sequence() + ", order strict, just created")
                .text("load", plan.callers() + " callers over " + plan.clients() + " clients in one process");
        if (report.reference() != null) {
            table.text("PostgreSQL", plan.callers() + " JDBC connections calling nextval");
        }
        table.gap();
    }

    private void addFigures() {
        StrictFigures reference = report.reference();
        row("", "seqd", "PostgreSQL");
        row("values a second", figures -> Units.rounded(figures.valuesPerSecond()));
        row("values", figures -> Units.count(figures.values()));
        row("time", figures -> Units.seconds(figures.seconds()));
        row("latency p50", figures -> Units.time(figures.latency().getValueAtPercentile(50)));
        row("latency p99", figures -> Units.time(figures.latency().getValueAtPercentile(99)));
        row("latency p99.9", figures -> Units.time(figures.latency().getValueAtPercentile(99.9)));
        row("latency max", figures -> Units.time(figures.latency().getMaxValue()));
        row("failed calls", figures -> Units.count(figures.failedCalls()));
        row("values handed out twice", figures -> Units.count(figures.verdict().duplicates()));
        row(
                "values not beyond an earlier call's",
                figures -> Units.count(figures.verdict().stale()));
        if (reference != null) {
            double ratio = report.seqd().valuesPerSecond() / reference.valuesPerSecond();
            table.row("seqd / PostgreSQL", String.format(Locale.ROOT, "%.2f", ratio));
        }
        table.gap();
    }

    private void row(String label, Function<StrictFigures, String> value) {
        StrictFigures reference = report.reference();
        row(label, value.apply(report.seqd()), reference == null ? null : value.apply(reference));
    }

    private void row(String label, String seqd, @Nullable String reference) {
        if (report.reference() == null || reference == null) {
            table.row(label, seqd);
        } else {
            table.row(label, seqd, reference);
        }
    }

    private void addFailures() {
        CallStats failures = report.seqd().failures();
        failures.samples()
                .forEach((code, text) ->
                        table.line("failed: " + failures.failures().get(code) + " " + code + ", such as: " + text));
    }

    private void addVerdict() {
        LinearHistory.Verdict verdict = report.seqd().verdict();
        verdict.faults().forEach(fault -> table.line("FAULT: " + fault));
        table.line(
                verdict.passed()
                        ? "PASSED: " + Units.count(verdict.calls()) + " calls, no value twice, linearizable"
                        : "FAILED: a promise was broken");
    }
}
