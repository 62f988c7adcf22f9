package dev.seqd.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The parent's end of one client process: a JVM of the same kind and class path as this one, with pipes for commands and
 * messages and a log file in the run's directory. Thread-safe but for {@link #command}. {@link #kill} ends the process and
 * nothing else.
 *
 * <p>The JVM has a small heap and only the quick compiler: a bench often shares a small machine with the service under test,
 * and the slow one took 1.5 s of processor time in each client just when the service's caches were cold.
 */
final class ClientProcess {
    private static final int LOG_LINES = 5;
    /** How a JVM ends when Ctrl-C reaches it, as it reaches the parent, which then says no more than that. */
    private static final int INTERRUPTED = 130;

    private final int client;
    private final Path log;
    private final Process process;
    private final Writer commands;
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private volatile long calls;
    private volatile boolean killed;

    private ClientProcess(int client, Path log, Process process) {
        this.client = client;
        this.log = log;
        this.process = process;
        this.commands = process.outputWriter(StandardCharsets.UTF_8);
    }

    /**
     * Starts the process; its plan must lie in the directory.
     *
     * @throws BenchException if the JVM cannot be started
     */
    static ClientProcess start(Path directory, int client) {
        Path log = directory.resolve("client-" + client + ".log");
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        // Else, on two cores, the JDK's HTTP client starts a thread for each answer.
                        "-Djava.util.concurrent.ForkJoinPool.common.parallelism=2",
                        BenchClient.class.getName(),
                        directory.toString(),
                        Integer.toString(client))
                .redirectError(log.toFile());
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        try {
            ClientProcess started = new ClientProcess(client, log, builder.start());
            Thread reader = new Thread(started::listen, "bench-client-" + client);
            reader.setDaemon(true);
            reader.start();
            return started;
        } catch (IOException e) {
            throw new BenchException("cannot start a client process: " + e.getMessage(), e);
        }
    }

    private void listen() {
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            in.lines().forEach(line -> heard(ClientMessage.parse(line)));
            end(died());
        } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
            end(new BenchException(this + " cannot be understood: " + e.getMessage(), e));
        }
    }

    private void heard(ClientMessage message) {
        switch (message.kind()) {
            case READY -> ready.complete(null);
            case PROGRESS -> calls = Long.parseLong(message.text());
            case DONE -> done.complete(null);
            case FAILED -> end(new BenchException(this + " failed: " + message.text()));
        }
    }

    private void end(BenchException reason) {
        ready.completeExceptionally(reason);
        done.completeExceptionally(reason);
    }

    private BenchException died() {
        try {
            boolean ended = process.waitFor(5, TimeUnit.SECONDS);
            if (killed || (ended && process.exitValue() == INTERRUPTED)) {
                return new BenchException("interrupted");
            }
            String how = ended ? "ended with exit code " + process.exitValue() : "closed its output";
            return new BenchException(this + " " + how + " before its work was done" + lastWords());
        } catch (InterruptedException e) {
            return BenchException.interrupted(e);
        }
    }

    private String lastWords() {
        try {
            List<String> lines = Files.readAllLines(log);
            List<String> last = lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size());
            return last.isEmpty() ? "" : "; its last words:\n" + String.join("\n", last);
        } catch (IOException e) {
            return "; its log cannot be read: " + e.getMessage();
        }
    }

    /**
     * Sends a command.
     *
     * @throws BenchException if the process is gone
     */
    void command(ClientCommand command) {
        requireAlive();
        try {
            commands.write(command + "\n");
            commands.flush();
        } catch (IOException e) {
            throw new BenchException(this + " does not listen: " + e.getMessage(), e);
        }
    }

    /**
     * Does nothing while the process works.
     *
     * @throws BenchException with the reason if it failed or died
     */
    void requireAlive() {
        if (done.isCompletedExceptionally()) {
            await(done, Duration.ZERO);
        }
    }

    /**
     * Waits until the process can begin.
     *
     * @throws BenchException if it dies before, or is not ready in time
     */
    void awaitReady(Duration patience) {
        await(ready, patience);
    }

    /**
     * Waits until the process has written its result.
     *
     * @throws BenchException if it dies before, or is not done in time
     */
    void awaitDone(Duration patience) {
        await(done, patience);
    }

    private void await(CompletableFuture<Void> event, Duration patience) {
        try {
            event.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw BenchException.of(e);
        } catch (TimeoutException e) {
            throw new BenchException(this + " has said nothing for " + patience.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            throw BenchException.interrupted(e);
        }
    }

    /** How many calls it had made when it last said so. */
    long calls() {
        return calls;
    }

    /** Ends the process, if it has not ended, and waits a moment for it. */
    void kill() {
        killed = true;
        try {
            boolean ended = process.destroyForcibly().waitFor(5, TimeUnit.SECONDS);
            assert ended : this + " does not end";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return "client " + (client + 1) + " (pid " + process.pid() + ")";
    }
}
