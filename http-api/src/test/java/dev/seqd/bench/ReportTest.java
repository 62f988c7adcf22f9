package dev.seqd.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.seqd.bench.Fault.Kind;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    private static final Verdict PASSED = new Verdict(1_500, 0, 0, List.of());

    @TempDir
    private Path directory;

    @Test
    void json_anyReport_hasExactlyTheAgreedFields() throws IOException {
        Path file = directory.resolve("report.json");
        Json.write(file, report(PASSED).json());

        JsonNode json = Json.read(file, JsonNode.class);

        assertThat(json.fieldNames())
                .toIterable()
                .containsExactly(
                        "issued",
                        "ratePerSecond",
                        "localShare",
                        "journalWrites",
                        "valuesPerJournalWrite",
                        "grants",
                        "hottestRate",
                        "duplicates",
                        "orderViolations",
                        "latencyNanos",
                        "failures",
                        "failuresByCode",
                        "fromFirstGrant",
                        "held",
                        "seed",
                        "command");
        assertThat(json.path("latencyNanos").fieldNames()).toIterable().containsExactly("p50", "p99", "p999", "max");
        assertThat(json.path("fromFirstGrant").fieldNames())
                .toIterable()
                .containsExactly("journalWrites", "valuesPerJournalWrite", "grants", "issued");
    }

    @Test
    void json_figures_areThoseOfTheMeasurement() throws IOException {
        JsonNode json = Json.parse(Json.text(report(PASSED).json()));

        assertThat(json.path("issued").asLong()).isEqualTo(1_000);
        assertThat(json.path("ratePerSecond").asDouble()).isEqualTo(100);
        assertThat(json.path("localShare").asDouble()).isEqualTo(990 / 1001.0);
        assertThat(json.path("valuesPerJournalWrite").asDouble()).isEqualTo(200);
        assertThat(json.path("hottestRate").asDouble()).isEqualTo(100);
        assertThat(json.path("failures").asLong()).isEqualTo(1);
        assertThat(json.path("failuresByCode").path("unavailable").asLong()).isEqualTo(1);
        assertThat(json.path("fromFirstGrant").path("issued").asLong()).isEqualTo(1_500);
        assertThat(json.path("fromFirstGrant").path("valuesPerJournalWrite").asDouble())
                .isEqualTo(15);
        assertThat(json.path("held").asBoolean()).isTrue();
    }

    @Test
    void of_anyReport_fits80Columns() {
        assertThat(table(PASSED).lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
    }

    @Test
    void of_kept_saysPassed() {
        assertThat(table(PASSED))
                .contains("PASSED: 1,500 numbers, none twice, every client in order")
                .containsPattern("rate held \\(at least 95 % reached\\) +yes")
                .containsPattern("numbers issued per journal write +200 +15")
                .contains("no node answers")
                .contains("note: member c left")
                .contains("a test machine");
    }

    @Test
    void of_broken_namesTheFaults() {
        Verdict broken = new Verdict(1_500, 1, 0, List.of(new Fault(Kind.DUPLICATE, 3, 4711, 0, 1)));

        assertThat(table(broken))
                .contains("FAILED: a promise was broken")
                .contains(
                        "sequence bench_1:00003, value 4711: handed out to client 1 and to client 2".substring(0, 60));
    }

    @Test
    void held_below95Percent_isNo() {
        assertThat(report(105, PASSED).held()).isTrue();
        assertThat(report(106, PASSED).held()).isFalse();
    }

    @Test
    void valuesPerJournalWrite_noWrite_isAsIfThereWereOne() {
        assertThat(new Window(1, 500, Figures.NONE).valuesPerJournalWrite()).isEqualTo(500);
    }

    @Test
    void wrap_longTexts_breakAtSpacesAndBehindCommas() {
        assertThat(TextTable.wrap("one two three", 8)).containsExactly("one two", "three");
        assertThat(TextTable.wrap("http://a,http://b", 10)).containsExactly("http://a,", "http://b");
        assertThat(TextTable.wrap("abcdefghij", 4)).containsExactly("abcd", "efgh", "ij");
        assertThat(TextTable.wrap("abcd efgh", 4)).containsExactly("abcd", "efgh");
        assertThat(TextTable.wrap("", 4)).containsExactly("");
    }

    @Test
    void time_anySize_hasAReadableUnit() {
        assertThat(Units.time(87)).isEqualTo("87 ns");
        assertThat(Units.time(1_500)).isEqualTo("1.5 us");
        assertThat(Units.time(12_340_000)).isEqualTo("12.3 ms");
        assertThat(Units.time(2_500_000_000L)).isEqualTo("2.5 s");
        assertThat(Units.percent(0.999999)).isEqualTo("99.99 %");
        assertThat(Units.count(1234567)).isEqualTo("1,234,567");
    }

    private static String table(Verdict verdict) {
        return ReportTable.of(report(verdict), new Machine("a test machine"));
    }

    private static BenchReport report(Verdict verdict) {
        return report(100, verdict);
    }

    private static BenchReport report(long rate, Verdict verdict) {
        BenchPlan plan = new BenchPlan(
                List.of("http://127.0.0.1:8081", "http://127.0.0.1:8082", "http://127.0.0.1:8083"),
                new SequenceNames("bench_1:"),
                new Load(10, rate, 1, 1.1, 7),
                Duration.ofSeconds(5),
                Duration.ofSeconds(10));
        ClientTotals clients = new ClientTotals(List.of(result()));
        Window measured = new Window(10, clients.issued(), new Figures(5, 10, 1_000, 2_000));
        Window all = new Window(15, clients.issuedInAll(), new Figures(100, 200, 3_000, 4_000));
        return new BenchReport(plan, measured, all, clients, verdict, List.of("member c left during the run"));
    }

    /** 500 calls in the warm-up; 1,000 answered ones, of them 10 slow, and a failed one in 10 s of measurement. */
    private static ClientResult result() {
        CallStats warmUp = new CallStats(1);
        answer(warmUp, 500, 100);
        CallStats measured = new CallStats(1);
        answer(measured, 990, 100);
        answer(measured, 10, 3_000_000);
        measured.failed(new SeqdException(SeqdError.UNAVAILABLE, "no node answers"), 5_000_000_000L);
        return new ClientResult(
                ClientResult.Calls.of(warmUp),
                ClientResult.Calls.of(measured),
                new Effort(10, 1, new Pacer.Punctuality(3, 20_000_000)),
                1_500,
                0,
                List.of());
    }

    private static void answer(CallStats stats, int calls, long nanos) {
        for (int i = 0; i < calls; i++) {
            stats.answered(0, nanos);
        }
    }

    @Test
    void results_writtenAsJson_areReadBackAlike() throws IOException {
        Path file = directory.resolve("result-0.json");
        ClientResult result = result();
        Json.write(file, result);

        assertThat(Json.read(file, ClientResult.class)).isEqualTo(result);
        assertThat(result.measured().histogram().getTotalCount()).isEqualTo(1_001);
    }

    @Test
    void and_clientsSawDisorder_isAVerdictToo() {
        ClientResult calm = result();
        ClientResult uneasy = new ClientResult(
                calm.warmUp(),
                calm.measured(),
                calm.effort(),
                calm.recorded(),
                1,
                List.of(new Fault(Kind.ORDER, 3, 9, 1, 1)));

        Verdict verdict = PASSED.and(List.of(calm, uneasy));

        assertThat(verdict.passed()).isFalse();
        assertThat(verdict.orderViolations()).isEqualTo(1);
        assertThat(verdict.faults()).hasSize(1);
    }
}
