package dev.seqd.bench;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code seqd bench-strict}; picocli fills it in and calls it once. */
@Command(
        name = "bench-strict",
        sortOptions = false,
        usageHelpWidth = 80,
        mixinStandardHelpOptions = true,
        description = {
            "Measures one counter with order strict, and checks that its values are linearizable.",
            "",
            "All callers are threads of this process, and call as fast as they are answered. Each client talks to one"
                    + " node, the first client to the first and so on, so that all nodes are used. No value may come"
                    + " twice, and a call that begins after another has ended, whoever made it, must have the larger"
                    + " value, from the first call of the warm-up on.",
            "",
            "With a JDBC URL, PostgreSQL's nextval is measured after that for the same time, on a sequence of its own"
                    + " that is dropped afterwards. The sequence in seqd stays."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:carried out, and every promise kept",
            "1:not carried out: the node or the database does not answer, a caller died",
            "2:wrong usage",
            "6:a value came twice, or was not beyond that of an earlier call"
        },
        footer = {
            "",
            "Examples:",
            "  seqd bench-strict --endpoint http://127.0.0.1:8081,http://127.0.0.1:8082",
            "  SEQD_JDBC_PASSWORD=... seqd bench-strict --callers 64 --duration 60s \\",
            "      --jdbc-url jdbc:postgresql://127.0.0.1:5432/seqd --jdbc-user seqd"
        })
public final class StrictBenchCommand implements Callable<Integer> {
    private static final int ERROR = 1;
    private static final int PROMISE_BROKEN = 6;
    private static final int NAMES = 1 << 24;

    private final ReferenceSequence.Creator references;
    private final Pause pause;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--endpoint",
            split = ",",
            paramLabel = "URL",
            converter = EndpointConverter.class,
            defaultValue = "${SEQD_ENDPOINTS:-http://127.0.0.1:8081,http://127.0.0.1:8082}",
            description = "The nodes to use. Default: SEQD_ENDPOINTS of the environment, else the first two nodes of"
                    + " 'seqd cluster'.")
    private List<String> endpoints = List.of();

    @Option(names = "--callers", paramLabel = "N", description = "Threads that call (${DEFAULT-VALUE}).")
    private int callers = 64;

    @Option(names = "--clients", paramLabel = "M", description = "Clients that they share (${DEFAULT-VALUE}).")
    private int clients = 2;

    @Option(
            names = "--warmup",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "5s",
            description = "Load before the measurement, such as 500ms, 30s, 2m (${DEFAULT-VALUE}).")
    private Duration warmup = Duration.ZERO;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "20s",
            description = "Load that is measured (${DEFAULT-VALUE}).")
    private Duration duration = Duration.ZERO;

    @Option(names = "--jdbc-url", paramLabel = "URL", description = "A PostgreSQL to measure as well (none).")
    private @Nullable String jdbcUrl;

    @Option(names = "--jdbc-user", paramLabel = "USER", description = "Its user (${DEFAULT-VALUE}).")
    private String jdbcUser = "postgres";

    @Option(
            names = "--jdbc-password",
            paramLabel = "PASSWORD",
            description = "Its password; everybody can see a command line, so rather set SEQD_JDBC_PASSWORD.")
    private @Nullable String jdbcPassword;

    /**
     * A command that is yet to be filled in.
     *
     * @param references makes what seqd is measured beside
     */
    public StrictBenchCommand(ReferenceSequence.Creator references) {
        this(references, Pause.system());
    }

    @SuppressWarnings("NullAway.Init") // picocli fills the rest in
    StrictBenchCommand(ReferenceSequence.Creator references, Pause pause) {
        this.references = references;
        this.pause = pause;
    }

    /**
     * Carries out the bench, which takes warm-up and duration, twice with a reference, and some seconds more.
     *
     * @return the exit code: 0, 1 or 6
     * @throws ParameterException for options that are out of range or do not go together; picocli makes it exit code 2
     */
    @Override
    public Integer call() {
        StrictPlan plan = plan();
        try (ReferenceSequence reference = reference()) {
            StrictReport report = run(plan, reference);
            spec.commandLine().getOut().print(StrictTable.of(report, Machine.current()));
            spec.commandLine().getOut().flush();
            return report.passed() ? 0 : PROMISE_BROKEN;
        } catch (BenchException e) {
            spec.commandLine().getErr().println("seqd bench-strict: " + e.getMessage());
            return ERROR;
        }
    }

    private StrictReport run(StrictPlan plan, @Nullable ReferenceSequence reference) {
        Progress progress = new Progress(spec.commandLine().getErr(), Progress.isErrorTerminal());
        String sequence =
                String.format("bench_strict_%06x", RandomGenerator.getDefault().nextInt(NAMES));
        ExecutorService httpThread = Executors.newSingleThreadExecutor(BenchRun::daemon);
        try {
            return new StrictRun(plan, new HttpService(httpThread), progress, pause).run(sequence, reference);
        } finally {
            httpThread.shutdownNow();
        }
    }

    private StrictPlan plan() {
        try {
            return new StrictPlan(endpoints, callers, clients, warmup, duration);
        } catch (IllegalArgumentException e) {
            throw usage(e);
        }
    }

    /** Made first: better to fail now than after the load on seqd. */
    private @Nullable ReferenceSequence reference() {
        try {
            return jdbcUrl == null ? null : references.create(jdbcUrl, jdbcUser, jdbcPassword);
        } catch (IllegalArgumentException e) {
            throw usage(e);
        }
    }

    private ParameterException usage(IllegalArgumentException problem) {
        return new ParameterException(spec.commandLine(), String.valueOf(problem.getMessage()), problem);
    }
}
