package dev.seqd.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The whole service under load, by its own commands. Confined to one thread. */
final class ServicePart implements Part {
    private static final int NODES = 3;
    private static final int STRICT_NODES = 2;
    private static final int PROMISE_BROKEN = 6;
    private static final double LOCAL_GOAL = 99;
    private static final double PERCENT = 100;
    private static final double HOTTEST_GOAL = 5_000;
    private static final double PER_WRITE_GOAL = 1_000;
    private static final double STRICT_GOAL = 20_000;
    /** How the command names the database of the cluster; its own data holds the port and the password. */
    private static final String REFERENCE =
            "--jdbc-url jdbc:postgresql://127.0.0.1:PORT/postgres --jdbc-user seqd --jdbc-password PASSWORD";

    private static final String KEPT = "PASSED:";
    private static final Pattern STRICT_RATE = Pattern.compile("(?m)^values a second +([0-9,]+)");

    private final PrintWriter progress;
    private final boolean quick;

    ServicePart(PrintWriter progress, boolean quick) {
        this.progress = progress;
        this.quick = quick;
    }

    @Override
    public ServiceResult measure() {
        RunInfo run = RunInfo.now("service", quick);
        List<Check> checks = new ArrayList<>();
        try {
            ServiceResult.Report load = load(checks);
            ServiceResult.Report strict = strict(checks);
            return new ServiceResult(run, load, strict, checks);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ServiceResult.Report load(List<Check> checks) throws IOException {
        List<String> options = quick
                ? List.of(
                        "--sequences",
                        "1000",
                        "--rate",
                        "5000",
                        "--clients",
                        "2",
                        "--warmup",
                        "10s",
                        "--duration",
                        "10s")
                : List.of(
                        "--sequences",
                        "10000",
                        "--rate",
                        "50000",
                        "--clients",
                        "4",
                        "--warmup",
                        "30s",
                        "--duration",
                        "60s");
        progress.println("seqd bench ...");
        try (LocalService service = LocalService.start(NODES)) {
            Path report = Files.createTempFile("seqd-bench-", ".json");
            List<String> command = new ArrayList<>(List.of("bench"));
            command.addAll(options);
            command.addAll(List.of("--endpoint", String.join(",", service.endpoints()), "--report", report.toString()));
            String table = output(service.seqd(command.toArray(String[]::new)));
            checks.addAll(checks(Json.parse(Files.readString(report)), quick));
            Files.delete(report);
            return new ServiceResult.Report("./seqd bench " + String.join(" ", options), table);
        }
    }

    private ServiceResult.Report strict(List<Check> checks) throws IOException {
        List<String> options = List.of(
                "--callers",
                "64",
                "--clients",
                "2",
                "--warmup",
                quick ? "3s" : "8s",
                "--duration",
                quick ? "5s" : "15s");
        progress.println("seqd bench-strict ...");
        try (LocalService service = LocalService.start(STRICT_NODES)) {
            List<String> arguments = new ArrayList<>(List.of("bench-strict"));
            arguments.addAll(options);
            arguments.addAll(List.of("--endpoint", String.join(",", service.endpoints())));
            arguments.addAll(List.of("--jdbc-url", service.jdbcUrl(), "--jdbc-user", service.jdbcUser()));
            ProcessBuilder builder = service.seqd(arguments.toArray(String[]::new));
            builder.environment().put("SEQD_JDBC_PASSWORD", service.jdbcPassword());
            String table = output(builder);
            double broken = table.contains(KEPT) ? 0 : 1;
            checks.add(Check.atMost("strict sequence: promises broken (1 yes, 0 no)", broken, 0, 0.0));
            checks.add(Check.atLeast("values of one strict sequence a second", strictRate(table), STRICT_GOAL, null));
            String command = "./seqd bench-strict " + String.join(" ", options) + " \\\n    " + REFERENCE;
            return new ServiceResult.Report(command, table);
        }
    }

    /** What a command prints; whether it kept its promises is said there. */
    private static String output(ProcessBuilder builder) throws IOException {
        builder.environment().put("SEQD_NO_BUILD", "1");
        Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            int exit = process.waitFor();
            if (exit != 0 && exit != PROMISE_BROKEN) {
                throw new IOException(builder.command().get(1) + " ended with exit code " + exit);
            }
            return text;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** The judgement of the load's figures; the goals are those of the full load. */
    static List<Check> checks(JsonNode report, boolean quick) {
        List<Check> checks = new ArrayList<>();
        double broken = report.required("duplicates").longValue()
                + report.required("orderViolations").longValue();
        checks.add(Check.atMost("numbers twice, or out of a client's order", broken, 0, 0.0));
        double held = report.required("held").booleanValue() ? 1 : 0;
        checks.add(Check.atLeast("target rate held (1 yes, 0 no)", held, 1, null));
        double local = report.required("localShare").doubleValue() * PERCENT;
        checks.add(Check.atLeast("calls answered inside the process, in percent", local, LOCAL_GOAL, null));
        if (!quick) {
            double hottest = report.required("hottestRate").doubleValue();
            checks.add(Check.atLeast("hottest sequence in one process, numbers a second", hottest, HOTTEST_GOAL, null));
            double perWrite = report.required("valuesPerJournalWrite").doubleValue();
            checks.add(Check.atLeast("numbers issued per journal write", perWrite, PER_WRITE_GOAL, null));
        }
        return checks;
    }

    /** The rate of seqd in the table of {@code bench-strict}. */
    static double strictRate(String table) {
        Matcher rate = STRICT_RATE.matcher(table);
        if (!rate.find()) {
            throw new IllegalStateException("no rate in the report of bench-strict");
        }
        return Double.parseDouble(rate.group(1).replace(",", ""));
    }
}
