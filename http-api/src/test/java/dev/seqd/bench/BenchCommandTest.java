package dev.seqd.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class BenchCommandTest {
    /** Nothing listens on the discard port. */
    private static final String NOWHERE = "http://127.0.0.1:9";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--sequences 0",
                "--sequences 1000001",
                "--rate 0",
                "--clients 0",
                "--clients 65",
                "--clients many",
                "--zipf -1",
                "--zipf NaN",
                "--duration 0s",
                "--duration 60",
                "--warmup soon",
                "--prefix .hidden",
                "--prefix a/b",
                "--endpoint localhost:8080",
                "--endpoint ftp://localhost",
                "--endpoint http:",
                "--endpoint http://a,nonsense",
                "--unknown",
                "surplus"
            })
    void call_badUsage_isExit2WithOneReason(String arguments) {
        assertThat(run(arguments.split(" ", -1))).isEqualTo(2);
        assertThat(err.toString()).isNotBlank();
    }

    @Test
    void call_noEndpointAnswers_isExit1WithOneLine() {
        assertThat(run("--endpoint", NOWHERE)).isEqualTo(1);
        assertThat(err.toString()).startsWith("seqd bench: no endpoint").contains(NOWHERE);
        assertThat(err.toString().lines()).hasSize(1);
    }

    @Test
    void call_reportCannotBeWritten_isExit1BeforeAnyLoad() {
        assertThat(run("--endpoint", NOWHERE, "--report", "/no/such/directory/report.json"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("/no/such/directory/report.json");
    }

    @Test
    void call_help_showsDefaultsExamplesAndExitCodes() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .contains("(10000)")
                .contains("(50000)")
                .contains("(30s)")
                .contains("(1.1)")
                .contains("85 %")
                .contains("Examples:")
                .contains("Exit codes:");
        assertThat(out.toString().lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
    }

    @Test
    void new_noEndpointGiven_meansALocalCluster() {
        CommandLine command = new CommandLine(new BenchCommand());
        command.parseArgs();

        Object endpoints = command.getCommandSpec().findOption("--endpoint").getValue();

        assertThat(endpoints)
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .contains("http://127.0.0.1:8081")
                .hasSize(3);
    }

    private int run(String... arguments) {
        return new CommandLine(new BenchCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
