package dev.seqd.command;

import dev.seqd.database.EmbeddedDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A node of a local cluster, in a process of its own that ends when this one does. Not thread-safe. */
final class NodeProcess {
    private static final long UP_TIMEOUT_SECONDS = 90;
    private static final long END_TIMEOUT_SECONDS = 20;
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final int number;
    private final int httpPort;
    private final Path log;
    private final EmbeddedDatabase database;
    private Process process;

    NodeProcess(int number, int httpPort, Path data, EmbeddedDatabase database) {
        this.number = number;
        this.httpPort = httpPort;
        this.log = data.resolve("log").resolve("node-" + number + ".log");
        this.database = database;
        this.process = launch();
    }

    /** Starts it again after it has ended. */
    void start() {
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

    /** Waits until it answers; false if it ends or takes too long. */
    boolean awaitUp() {
        Api api = new Api(List.of(endpoint()));
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(UP_TIMEOUT_SECONDS);
        while (process.isAlive() && System.nanoTime() - deadline < 0) {
            try {
                api.call("GET", "/health/ready", "");
                return true;
            } catch (dev.seqd.core.SeqdException e) {
                LockSupport.parkNanos(POLL_NANOS);
            }
        }
        return false;
    }

    /** Waits until one of them ends. */
    static NodeProcess awaitAnyEnd(List<NodeProcess> nodes) {
        CompletableFuture<?>[] ends =
                nodes.stream().map(node -> node.process.onExit()).toArray(CompletableFuture[]::new);
        CompletableFuture.anyOf(ends).join();
        return nodes.stream()
                .filter(node -> !node.process.isAlive())
                .findFirst()
                .orElseThrow();
    }

    int exitCode() {
        return process.exitValue();
    }

    void askToEnd() {
        process.destroy();
    }

    /** Waits for its end, and enforces it if it does not come. */
    void awaitEnd() {
        try {
            if (!process.waitFor(END_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
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
        return "Node " + number + " (pid " + process.pid() + ")";
    }
}
