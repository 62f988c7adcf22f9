package dev.seqd.database;

import static java.util.regex.Pattern.CASE_INSENSITIVE;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Runs {@code initdb} and {@code pg_ctl} to their end. PostgreSQL refuses to run as root; so root runs them through
 * {@code unshare -U}, in a user namespace that knows no root. The process ids stay those of the system.
 */
final class PostgresPrograms {
    private static final Duration QUICK = Duration.ofMinutes(1);

    private final Path bin;
    private final Path directory;
    private final List<String> prefix;

    /**
     * @param binaries what {@link PostgresBinaries} unpacked
     * @param directory where the programs run; their output goes to its {@code log} directory, which exists
     */
    PostgresPrograms(Path binaries, Path directory) {
        this(binaries, directory, isRoot() ? List.of("unshare", "-U") : List.of());
    }

    /** With another way to leave root behind. */
    PostgresPrograms(Path binaries, Path directory, List<String> prefix) {
        this.bin = binaries.resolve("bin");
        this.directory = directory;
        this.prefix = List.copyOf(prefix);
    }

    /**
     * The version of the programs, as {@code PG_VERSION} files name it: {@code 18}. As this is the first program run, it
     * also finds out whether any can be.
     *
     * @throws DatabaseException if {@code unshare} is refused here, or the programs do not run on this machine
     */
    String majorVersion() {
        Result result;
        try {
            result = run(QUICK, "pg_ctl", "--version");
        } catch (IOException e) {
            throw cannotRun(e.toString(), e);
        }
        if (result.exitCode() != 0) {
            throw cannotRun(result.reason(), null);
        }
        String version = result.lastLine().replaceAll(".* ", "");
        return version.replaceAll("[^0-9].*", "");
    }

    /** Asks a server to stop at once: no new connections, open transactions rolled back, a checkpoint, then the end. */
    void requestFastStop(long pid) throws IOException {
        run(QUICK, "pg_ctl", "kill", "INT", Long.toString(pid));
    }

    /**
     * Runs one program and waits for its end.
     *
     * @throws IOException if it cannot be started
     * @throws DatabaseException if it takes longer than {@code limit} (it is killed then) or the thread is interrupted
     */
    Result run(Duration limit, String program, String... arguments) throws IOException {
        Path output = directory.resolve("log").resolve(program + ".log");
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(prefix));
        builder.command().add(bin.resolve(program).toString());
        builder.command().addAll(List.of(arguments));
        builder.environment().keySet().removeIf(name -> name.startsWith("PG") || name.startsWith("LC_"));
        builder.environment().put("LC_ALL", "C");
        builder.directory(directory.toFile()).redirectErrorStream(true).redirectOutput(output.toFile());
        int exitCode = waitFor(builder.start(), program, limit);
        return new Result(exitCode, Files.readString(output, StandardCharsets.ISO_8859_1));
    }

    private static int waitFor(Process process, String program, Duration limit) {
        try {
            if (process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                return process.exitValue();
            }
            throw new DatabaseException(program + " did not end within " + limit.toSeconds() + " s");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DatabaseException("interrupted while " + program + " ran", e);
        } finally {
            process.destroyForcibly();
        }
    }

    private DatabaseException cannotRun(String reason, @Nullable Throwable cause) {
        String advice = prefix.isEmpty()
                ? "give a JDBC URL"
                : "it must not run as root, and `unshare -U` is refused: run as another user or give a JDBC URL";
        return new DatabaseException("the embedded PostgreSQL cannot run here (" + reason + "); " + advice, cause);
    }

    private static boolean isRoot() {
        try {
            return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        } catch (IOException | UnsupportedOperationException e) {
            return "root".equals(System.getProperty("user.name"));
        }
    }

    /** How a program ended, and what it printed. */
    record Result(int exitCode, String output) {
        private static final Pattern COMPLAINT = Pattern.compile("error:|fatal:|could not|failed", CASE_INSENSITIVE);

        /** The last line that is not blank, or an empty string. */
        String lastLine() {
            return lastLine(line -> !line.isBlank()).orElse("");
        }

        /** The last line that sounds like a reason; if none does, the last line. */
        String reason() {
            return lastLine(COMPLAINT.asPredicate()).orElse(lastLine());
        }

        private Optional<String> lastLine(Predicate<String> wanted) {
            return output.lines()
                    .filter(wanted)
                    .reduce((earlier, later) -> later)
                    .map(String::strip);
        }
    }
}
