package dev.seqd.database;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A JVM of its own that starts an embedded database, says how that went, and holds it until its input ends. */
final class OtherProcess implements AutoCloseable {
    private final Process process;

    private OtherProcess(Process process) {
        this.process = process;
    }

    /** Starts the JVM and waits until it has written {@code outcome}. */
    static OtherProcess start(Path dataDirectory, Path outcome) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("java.class.path");
        Process process = new ProcessBuilder(
                        java,
                        "-cp",
                        classPath,
                        OtherProcess.class.getName(),
                        dataDirectory.toString(),
                        outcome.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        await().atMost(60, TimeUnit.SECONDS).until(() -> Files.exists(outcome));
        return new OtherProcess(process);
    }

    long pid() {
        return process.pid();
    }

    /** Kills the JVM with SIGKILL and waits for its end. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    /** Entry point of the other process. */
    public static void main(String[] arguments) throws IOException {
        Path outcome = Path.of(arguments[1]);
        try (EmbeddedDatabase ignored = EmbeddedDatabase.start(Path.of(arguments[0]))) {
            DurableFiles.write(outcome, "pid " + Postmaster.pid(Path.of(arguments[0])));
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (DatabaseException e) {
            DurableFiles.write(outcome, String.valueOf(e.getMessage()));
        }
    }
}
