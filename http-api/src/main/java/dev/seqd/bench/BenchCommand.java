package dev.seqd.bench;

import dev.seqd.core.SeqdException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code seqd bench}; picocli fills it in and calls it once. */
@Command(
        name = "bench",
        sortOptions = false,
        usageHelpWidth = 80,
        mixinStandardHelpOptions = true,
        description = {
            "Puts the load that seqd is built for on a running service, and checks every number handed out.",
            "",
            "Client processes, each a JVM of its own with one SeqClient, draw numbers at a fixed rate in all. Demand"
                    + " follows Zipf's law over all sequences. Each sequence has a home process; the hottest hundred are"
                    + " drawn by all processes, 85 %% by the home. With the defaults the hottest sequence takes 15 %% of"
                    + " the rate, and 12.9 %% within its home process: 6,400 of 50,000 a second.",
            "",
            "The sequences stay when the bench is over. No number may come twice and every client's must be in order,"
                    + " from the first one of the warm-up on."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:carried out, and every promise kept",
            "1:not carried out: no endpoint answers, a member's metrics cannot be read, a client process died",
            "2:wrong usage",
            "6:a number came twice, or a client's were out of order"
        },
        footer = {
            "",
            "Examples:",
            "  seqd cluster --nodes 3",
            "  seqd bench --warmup 30s --duration 60s",
            "  seqd bench --endpoint http://10.0.0.1:8080,http://10.0.0.2:8080 \\",
            "      --sequences 500 --rate 2000 --clients 2 --report bench.json"
        })
public final class BenchCommand implements Callable<Integer> {
    private static final int ERROR = 1;
    private static final int PROMISE_BROKEN = 6;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--endpoint",
            split = ",",
            paramLabel = "URL",
            defaultValue = "${SEQD_ENDPOINTS:-http://127.0.0.1:8081,http://127.0.0.1:8082,http://127.0.0.1:8083}",
            description = "The service's addresses, all clients get all of them. Default: SEQD_ENDPOINTS of the"
                    + " environment, else the three nodes of 'seqd cluster'.")
    private List<String> endpoints = List.of();

    @Option(names = "--sequences", paramLabel = "N", description = "Sequences to draw from (${DEFAULT-VALUE}).")
    private int sequences = 10_000;

    @Option(names = "--rate", paramLabel = "R", description = "Numbers a second in all (${DEFAULT-VALUE}).")
    private long rate = 50_000;

    @Option(names = "--clients", paramLabel = "M", description = "Client processes (${DEFAULT-VALUE}).")
    private int clients = 4;

    @Option(
            names = "--warmup",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "30s",
            description = "Load before the measurement, such as 500ms, 30s, 2m (${DEFAULT-VALUE}).")
    private Duration warmup = Duration.ZERO;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "60s",
            description = "Load that is measured (${DEFAULT-VALUE}).")
    private Duration duration = Duration.ZERO;

    @Option(names = "--report", paramLabel = "FILE", description = "Write the report as JSON, besides the table.")
    private @Nullable Path report;

    @Option(
            names = "--prefix",
            paramLabel = "TEXT",
            description = "What the sequences' names begin with (bench_ and a random number, so that runs do not mix).")
    private @Nullable String prefix;

    @Option(
            names = "--zipf",
            paramLabel = "S",
            description = "Exponent of the demand, 0 for an even one (${DEFAULT-VALUE}).")
    private double zipf = 1.1;

    @Option(names = "--seed", paramLabel = "N", description = "Repeats the draws of another run (random).")
    private @Nullable Long seed;

    /** Made by picocli, which fills in the options. */
    @SuppressWarnings("NullAway.Init")
    public BenchCommand() {}

    /**
     * Carries out the bench, which takes warm-up and duration and some seconds more.
     *
     * @return the exit code: 0, 1 or 6
     * @throws ParameterException for options that are out of range or do not go together; picocli makes it exit code 2
     */
    @Override
    public Integer call() {
        BenchPlan plan = plan();
        Progress progress = new Progress(spec.commandLine().getErr(), Progress.isErrorTerminal());
        try {
            requireWritable();
            BenchReport found = new BenchRun(plan, progress).run();
            spec.commandLine().getOut().print(ReportTable.of(found, Machine.current()));
            spec.commandLine().getOut().flush();
            writeReport(found);
            return found.verdict().passed() ? 0 : PROMISE_BROKEN;
        } catch (BenchException e) {
            spec.commandLine().getErr().println("seqd bench: " + e.getMessage());
            return ERROR;
        }
    }

    private BenchPlan plan() {
        RandomGenerator random = RandomGenerator.getDefault();
        try {
            Load load = new Load(sequences, rate, clients, zipf, seed == null ? random.nextInt(1_000_000) : seed);
            String names = prefix == null ? String.format("bench_%06x:", random.nextInt(1 << 24)) : prefix;
            return new BenchPlan(
                    endpoints.stream().map(Endpoint::of).toList(), new SequenceNames(names), load, warmup, duration);
        } catch (IllegalArgumentException | SeqdException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    private ParameterException usage(String problem) {
        return new ParameterException(spec.commandLine(), problem);
    }

    /** Better now than after minutes of load. */
    private void requireWritable() {
        if (report != null) {
            Path directory = report.toAbsolutePath().getParent();
            boolean writable = Files.exists(report) ? Files.isWritable(report) : Files.isWritable(directory);
            if (!writable) {
                throw new BenchException("cannot write the report " + report);
            }
        }
    }

    private void writeReport(BenchReport found) {
        try {
            if (report != null) {
                Json.write(report, found.json());
            }
        } catch (IOException e) {
            throw new BenchException("cannot write the report " + report + ": " + e.getMessage(), e);
        }
    }
}
