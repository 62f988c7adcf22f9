package dev.seqd.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTest {
    private static final RunInfo RUN =
            new RunInfo("bench/run x", false, "2026-01-01 00:00 UTC", "abc", "2 cores", "17", 0.5);

    @TempDir
    private Path directory;

    private Results results() {
        return new Results(directory.resolve("results"));
    }

    private String page() throws IOException {
        Path file = directory.resolve("docs").resolve("benchmarks.md");
        Page.write(results(), file);
        return Files.readString(file);
    }

    @Test
    void write_withoutResults_namesEveryPartAsMissing() throws IOException {
        assertThat(page())
                .contains("`hotpath` has not been measured")
                .contains("`stalls` has not been measured")
                .contains("`callers` has not been measured")
                .contains("`service` has not been measured");
    }

    @Test
    void write_withHotPath_showsFiguresAndSaysWhatIsMissed() throws IOException {
        List<HotPathResult.Paired> paired = List.of(
                new HotPathResult.Paired(SeqdSubjects.HANDLE, PeerSubjects.Bare.LABEL, 1, 60, 1.3, 1.2, 1.4, 2.6, 2),
                new HotPathResult.Paired(
                        PeerSubjects.CosIdSegment.LABEL, SeqdSubjects.HANDLE, 1, 60, 1.6, 1.5, 1.7, 3.2, 2));
        List<HotPathResult.FullSpeed> speed = List.of(new HotPathResult.FullSpeed(1, 3, 1e8, 0.01, 0.02, 30, 1e7));
        List<HotPathResult.Jmh> jmh = List.of(new HotPathResult.Jmh(SeqdSubjects.HANDLE, 1, 2.5, 0.1));
        results().write("hotpath", new HotPathResult(RUN, paired, jmh, speed, HotPathPart.checks(paired, speed)));
        assertThat(page())
                .contains("| seqd, handle | 1 | 2.6 ns | 2.0 ns | 1.30 | 1.20 to 1.40 | 60 |")
                .contains("- handle / AtomicLong, CPU a call, 1 thread: 1.30 in place of <= 1.10; **the gate too**")
                .contains("| bytes allocated a call, 1 thread | 0.03 | <= 0.05 | <= 0.50 | met |");
        assertThat(directory.resolve("docs/benchmarks/hotpath.svg"))
                .content()
                .contains("<svg", "Processor time of one call");
    }

    @Test
    void write_withCallers_drawsBothPlots() throws IOException {
        CallersResult.Load few = new CallersResult.Load("seqd", 10, 1e7, 50, 900, 0);
        CallersResult.Load many = new CallersResult.Load("seqd", 1000, 9e6, 60, 2_000_000, 3);
        results().write("callers", new CallersResult(RUN, 32, List.of(few, many), List.of()));
        assertThat(page()).contains("| 1000 | seqd | 9,000,000 | 60.0 ns | 2.0 ms | 3 |");
        assertThat(directory.resolve("docs/benchmarks/callers-p99.svg"))
                .content()
                .contains("99th percentile of a call");
    }

    @Test
    void strictRate_ofAReport_isSeqdsColumn() {
        String table = "                seqd   PostgreSQL\nvalues a second                  1,683   14,856\n";
        assertThat(ServicePart.strictRate(table)).isEqualTo(1683);
    }
}
