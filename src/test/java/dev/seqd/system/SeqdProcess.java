package dev.seqd.system;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A {@code seqd} command in a process of its own, with all that it prints in a file. Closing it ends it. */
public final class SeqdProcess implements AutoCloseable {
    /** The variable that names where its classes are. */
    static final String CLASS_PATH = "CLASSPATH";

    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration END = Duration.ofSeconds(30);

    private final Process process;
    private final Path output;

    private SeqdProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    public static SeqdProcess start(Path directory, String... arguments) {
        return start(directory, Map.of(), arguments);
    }

    /** With {@code SEQD_JAVA_OPTS} in the environment as the launcher takes them. */
    public static SeqdProcess start(Path directory, Map<String, String> environment, String... arguments) {
        return start(directory, List.of(), environment, arguments);
    }

    /** With a command before it, such as one that enters a namespace, which becomes this process. */
    static SeqdProcess start(
            Path directory, List<String> prefix, Map<String, String> environment, String... arguments) {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1")); // as the nodes of a local cluster: most of these lives are short
        environment.getOrDefault("SEQD_JAVA_OPTS", "").lines().forEach(command::add);
        command.add("dev.seqd.command.SeqdCommand");
        command.addAll(List.of(arguments));
        try {
            Path output = Files.createTempFile(directory, arguments[0] + "-", ".out");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            builder.environment().put(CLASS_PATH, System.getProperty("java.class.path"));
            builder.environment().putAll(environment);
            return new SeqdProcess(builder.start(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until it has printed a text. */
    public SeqdProcess awaitOutput(String text, Duration atMost) {
        await().atMost(atMost).pollInterval(POLL).until(() -> output().contains(text) || !process.isAlive());
        if (!output().contains(text)) {
            throw new AssertionError("ended before it printed '" + text + "':\n" + output());
        }
        return this;
    }

    public String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int awaitExit(Duration atMost) {
        try {
            if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("still running after " + atMost + ":\n" + output());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /** The nodes of a cluster: the processes that it has started and that are Java. */
    List<ProcessHandle> children() {
        return process.children()
                .filter(child -> child.info().command().orElse("").endsWith("java"))
                .toList();
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Kills it at once, as {@code kill -9} does. */
    public void kill() {
        process.destroyForcibly();
    }

    /** Asks it to end, as Ctrl-C does. */
    public void interrupt() {
        process.destroy();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(END.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
