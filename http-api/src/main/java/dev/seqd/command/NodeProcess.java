package dev.seqd.command;

import dev.seqd.core.SeqdException;
import dev.seqd.core.Ticker;
import dev.seqd.database.EmbeddedDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A node of a local cluster, in a process of its own that ends when this one does. Not started by its constructor; no other
 * call but {@link #start} is allowed before that. Confined to the thread of its {@link LocalCluster}.
 */
final class NodeProcess {
    private static final long UP_TIMEOUT_SECONDS = 90;
    private static final long END_TIMEOUT_SECONDS = 20;
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final int number;
    private final int httpPort;
    private final Path log;
    private final EmbeddedDatabase database;
    private final Ticker ticker = Ticker.system();
    private final RestartPolicy restarts = new RestartPolicy();
    private @Nullable Process process;
    private long startedNanos;

    NodeProcess(int number, int httpPort, Path data, EmbeddedDatabase database) {
        this.number = number;
        this.httpPort = httpPort;
        this.log = data.resolve("log").resolve("node-" + number + ".log");
        this.database = database;
    }

    /** Starts it, for the first time or after it has ended. */
    void start() {
        startedNanos = ticker.nanos();
        process = launch();
    }

    private Process launch() {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx384m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                SeqdCommand.class.getName(),
                "serve",
                "--until-input-ends",
                "--http-port",
                Integer.toString(httpPort),
                "--jdbc-url",
                database.jdbcUrl(),
                "--jdbc-user",
                database.user()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().put("SEQD_JDBC_PASSWORD", database.password());
        try {
            Files.createDirectories(log.toAbsolutePath().getParent());
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Process process() {
        if (process == null) {
            throw new IllegalStateException("node " + number + " was not started");
        }
        return process;
    }

    /** Waits until it answers; false if it ends or takes too long, or the end of all is asked for. */
    boolean awaitUp(EndSignal signal) {
        Api api = new Api(List.of(endpoint()));
        long deadline = ticker.nanos() + TimeUnit.SECONDS.toNanos(UP_TIMEOUT_SECONDS);
        while (isAlive() && !signal.isAsked() && ticker.nanos() - deadline < 0) {
            try {
                api.call("GET", "/health/ready", "");
                return true;
            } catch (SeqdException e) {
                LockSupport.parkNanos(POLL_NANOS);
            }
        }
        return false;
    }

    boolean isAlive() {
        return process().isAlive();
    }

    /** Completes when it has ended. */
    CompletableFuture<?> onEnd() {
        return process().onExit();
    }

    /** How long to wait before it is started again after it has ended; empty if it is given up. */
    Optional<Duration> pauseAfterEnd() {
        return restarts.afterEnd(Duration.ofNanos(ticker.nanos() - startedNanos));
    }

    int exitCode() {
        return process().exitValue();
    }

    void askToEnd() {
        process().destroy();
    }

    /** Waits for its end, and enforces it if it does not come. */
    void awaitEnd() {
        try {
            if (!process().waitFor(END_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                process().destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    String endpoint() {
        return "http://127.0.0.1:" + httpPort;
    }

    Path log() {
        return log;
    }

    @Override
    public String toString() {
        return "Node " + number + " (pid " + process().pid() + ")";
    }
}
