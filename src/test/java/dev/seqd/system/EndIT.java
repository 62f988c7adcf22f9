package dev.seqd.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever is told to end leaves nothing running, whenever that is. */
class EndIT {
    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration END = Duration.ofMinutes(1);

    @TempDir
    Path directory;

    @AfterEach
    void killWhatIsLeft() throws IOException {
        EmbeddedServer.killAll(data());
    }

    private Path data() {
        return directory.resolve("data");
    }

    @Test
    void serve_interruptedWhileItStarts_leavesNoDatabaseRunning() throws IOException {
        try (SeqdProcess serve = SeqdProcess.start(directory, "serve", "--http-port", port())) {
            await().atMost(START).until(() -> Files.exists(data().resolve("pgdata/postmaster.pid")));
            List<ProcessHandle> database = EmbeddedServer.processes(data());

            serve.interrupt();

            assertThat(serve.awaitExit(END)).as(serve.output()).isNotZero();
            assertThat(serve.output()).doesNotContain("seqd is up").doesNotContain("\tat ");
            await().atMost(END).until(() -> database.stream().noneMatch(ProcessHandle::isAlive));
            assertThat(data().resolve("pgdata/postmaster.pid")).doesNotExist();
        }
    }

    @Test
    void cluster_interruptedWhileItStarts_leavesNothingRunning() {
        try (SeqdProcess cluster = SeqdProcess.start(directory, "cluster", "--nodes", "2", "--http-port", port())) {
            await().atMost(START).until(() -> cluster.children().size() == 2);
            List<ProcessHandle> nodes = cluster.children();

            cluster.interrupt();

            assertThat(cluster.awaitExit(END)).as(cluster.output()).isNotZero();
            assertThat(nodes).noneMatch(ProcessHandle::isAlive);
            assertThat(data().resolve("pgdata/postmaster.pid")).doesNotExist();
        }
    }

    @Test
    void cluster_withRestart_startsADeadNodeAgainButNoneAfterTheInterrupt() {
        try (SeqdProcess cluster =
                SeqdProcess.start(directory, "cluster", "--nodes", "1", "--restart", "--http-port", port())) {
            cluster.awaitOutput("The cluster is up", START);
            node(cluster.output(), "is up").destroyForcibly();
            cluster.awaitOutput("started again", START);
            ProcessHandle second = node(cluster.output(), "started again");

            cluster.interrupt();

            assertThat(cluster.awaitExit(END)).as(cluster.output()).isNotZero();
            assertThat(second.isAlive()).isFalse();
            assertThat(cluster.output().lines().filter(line -> line.contains("started again")))
                    .hasSize(1);
            assertThat(data().resolve("pgdata/postmaster.pid")).doesNotExist();
        }
    }

    private static String port() {
        return Integer.toString(Ports.free(2));
    }

    private static ProcessHandle node(String output, String what) {
        Matcher line = Pattern.compile("Node 1 \\(pid (\\d+)\\) " + what).matcher(output);
        assertThat(line.find()).as(output).isTrue();
        return ProcessHandle.of(Long.parseLong(line.group(1))).orElseThrow();
    }
}
