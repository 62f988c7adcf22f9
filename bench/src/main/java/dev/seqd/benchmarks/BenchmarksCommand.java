package dev.seqd.benchmarks;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** One part of the benchmarks, or the page; {@code bench/run} calls it, and has the help. */
@Command(name = "bench/run")
final class BenchmarksCommand implements Callable<Integer> {
    private static final int OK = 0;
    private static final int ERROR = 1;
    private static final int GATE_MISSED = 6;

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "PART")
    private String part = "";

    @Option(names = "--quick")
    private boolean quick;

    @SuppressWarnings("NullAway.Init") // picocli fills them in
    private BenchmarksCommand() {}

    /** Runs it and ends the JVM with its exit code. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new BenchmarksCommand())
                .setExecutionExceptionHandler((failure, command, parsed) -> failed(failure, command.getErr()))
                .execute(args));
    }

    private static int failed(Exception failure, PrintWriter err) {
        failure.printStackTrace(err);
        err.println("bench/run: " + failure.getMessage());
        return ERROR;
    }

    @Override
    public Integer call() throws IOException {
        Path home = Path.of(System.getProperty("seqd.bench.home", "."));
        Results results = new Results(home.resolve("bench").resolve("results"));
        if (part.equals("page")) {
            Page.write(results, home.resolve("docs").resolve("benchmarks.md"));
            return OK;
        }
        Result result = part().measure();
        results.write(part, result);
        return say(result);
    }

    private Part part() {
        PrintWriter progress = spec.commandLine().getErr();
        return switch (part) {
            case Results.HOT_PATH -> new HotPathPart(progress, quick);
            case Results.STALLS -> new StallsPart(progress, quick);
            case Results.CALLERS -> new CallersPart(progress, quick);
            case Results.SERVICE -> new ServicePart(progress, quick);
            default -> throw new ParameterException(spec.commandLine(), "no part '" + part + "'");
        };
    }

    private int say(Result result) {
        PrintWriter out = spec.commandLine().getOut();
        result.checks()
                .forEach(check -> out.printf(
                        "%-11s  %s: %s (goal %s%s)%n",
                        check.verdict(),
                        check.what(),
                        check.measured(),
                        check.goal(),
                        check.gate() == null ? "" : ", gate " + check.gate()));
        out.flush();
        return result.checks().stream().allMatch(Check::gateMet) ? OK : GATE_MISSED;
    }
}
