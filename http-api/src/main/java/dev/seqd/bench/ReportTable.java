package dev.seqd.bench;

import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The report as a person reads it: at most {@value TextTable#WIDTH} columns. */
final class ReportTable {
    private static final int SHOWN_FAULTS = 10;

    private final BenchReport report;
    private final Machine machine;
    private final TextTable table = new TextTable();

    private ReportTable(BenchReport report, Machine machine) {
        this.report = report;
        this.machine = machine;
    }

    static String of(BenchReport report, Machine machine) {
        ReportTable renderer = new ReportTable(report, machine);
        renderer.addPlan();
        renderer.addCalls();
        renderer.addWindows();
        renderer.addFailures();
        renderer.addVerdict();
        return renderer.table.toString();
    }

    private void addPlan() {
        Load load = report.plan().load();
        Demand demand = Demand.of(load);
        table.line(report.plan().command())
                .gap()
                .text("machine", machine.description())
                .text("load", Units.count(load.sequences()) + " sequences, " + load.clients() + " client processes")
                .text("demand", "Zipf " + load.zipf() + ", seed " + load.seed())
                .text(
                        "  of which the hottest sequence",
                        Units.percent(demand.weight(0)) + "; " + Units.percent(demand.hottestInOneProcess())
                                + " from its home process")
                .gap();
    }

    private void addCalls() {
        ClientTotals clients = report.clients();
        Histogram latency = clients.latency();
        long rate = report.plan().load().rate();
        table.row("target rate", Units.count(rate) + "/s")
                .row("reached", Units.rounded(clients.ratePerSecond()) + "/s")
                .row("rate held (at least 95 % reached)", report.held() ? "yes" : "NO")
                .row("hottest sequence in one process", Units.rounded(clients.hottestRate()) + "/s")
                .row("answered inside the process", Units.percent(clients.localShare()))
                .line("  (calls of at most " + Units.time(CallStats.LOCAL_NANOS)
                        + "; a longer one is taken to have waited)")
                .row("latency p50", Units.time(latency.getValueAtPercentile(50)))
                .row("latency p99", Units.time(latency.getValueAtPercentile(99)))
                .row("latency p99.9", Units.time(latency.getValueAtPercentile(99.9)))
                .row("latency max", Units.time(latency.getMaxValue()))
                .row("furthest behind the schedule", Units.time(clients.maxLagNanos()))
                .row("calls given up, over 1 s behind", Units.count(clients.missed()))
                .row("processors used by the clients", String.format(Locale.ROOT, "%.2f", clients.processors()))
                .gap();
    }

    private void addWindows() {
        Window measured = report.measured();
        Window all = report.all();
        Figures late = measured.service();
        Figures early = all.service();
        table.row("", "after the warm-up", "from the first grant")
                .row("time", Units.seconds(measured.seconds()), Units.seconds(all.seconds()))
                .row("numbers issued", Units.count(measured.issued()), Units.count(all.issued()))
                .row("numbers a second", Units.rounded(measured.ratePerSecond()), Units.rounded(all.ratePerSecond()))
                .row("blocks granted to clients", Units.count(late.grants()), Units.count(early.grants()))
                .row(
                        "numbers granted to clients",
                        Units.count(late.valuesGranted()),
                        Units.count(early.valuesGranted()))
                .row(
                        "numbers raised in the journal",
                        Units.count(late.valuesRaised()),
                        Units.count(early.valuesRaised()))
                .row("journal writes", Units.count(late.journalWrites()), Units.count(early.journalWrites()))
                .row(
                        "numbers issued per journal write",
                        Units.rounded(measured.valuesPerJournalWrite()),
                        Units.rounded(all.valuesPerJournalWrite()))
                .gap();
    }

    private void addFailures() {
        ClientTotals clients = report.clients();
        table.row("failed calls after the warm-up", Units.count(clients.failures()))
                .row("failed calls in the warm-up", Units.count(clients.warmUpFailures()));
        for (Map.Entry<String, String> sample : clients.samples().entrySet()) {
            long count = clients.failuresByCode().getOrDefault(sample.getKey(), 0L);
            table.line("  " + sample.getKey() + " (" + count + " after the warm-up), such as: " + sample.getValue());
        }
        report.notes().forEach(note -> table.line("note: " + note));
    }

    private void addVerdict() {
        Verdict verdict = report.verdict();
        table.row("numbers handed out twice", Units.count(verdict.duplicates()))
                .row("numbers out of a client's order", Units.count(verdict.orderViolations()))
                .gap();
        verdict.faults().stream()
                .limit(SHOWN_FAULTS)
                .forEach(fault ->
                        table.line("FAULT: " + fault.describe(report.plan().names()::of)));
        table.line(
                verdict.passed()
                        ? "PASSED: " + Units.count(verdict.values()) + " numbers, none twice, every client in order"
                        : "FAILED: a promise was broken");
    }
}
