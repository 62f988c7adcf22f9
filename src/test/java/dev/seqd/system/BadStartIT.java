package dev.seqd.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.database.EmbeddedDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What cannot start says why in one line, ends with code 1, or 2 for a bad flag, and leaves nothing behind. */
class BadStartIT {
    private static final Duration START = Duration.ofMinutes(2);

    @TempDir
    static Path directory;

    @Test
    void serve_portInUse_oneLineAndCode1() throws IOException {
        try (EmbeddedDatabase database = EmbeddedDatabase.start(directory.resolve("port"));
                ServerSocket taken = new ServerSocket(Ports.free(1), 1, InetAddress.getLoopbackAddress())) {
            refused(serve(database, "--http-port", Integer.toString(taken.getLocalPort())), "is another program using");
        }
    }

    @Test
    void serve_dataDirectoryInUse_oneLineAndCode1() {
        Path data = directory.resolve("locked");
        try (EmbeddedDatabase database = EmbeddedDatabase.start(data)) {
            assertThat(database.jdbcUrl()).isNotBlank();
            refused(SeqdProcess.start(directory, "serve", "--data", data.toString()), "is in use by another seqd");
        }
    }

    @Test
    void serve_flagIsNoJdbcUrl_oneLineWithTheKeyAndCode2() {
        refused(
                SeqdProcess.start(directory, "serve", "--jdbc-url", "postgres://db/x"),
                2,
                "--jdbc-url: Invalid value at 'seqd.journal.jdbc-url': must look like");
    }

    @Test
    void serve_badPoolSizeInTheFile_oneLineWithTheKeyAndCode1() throws IOException {
        Path file = Files.writeString(directory.resolve("bad.conf"), "seqd.journal.pool-size = 0");
        refused(
                SeqdProcess.start(directory, "serve", "--config", file.toString()),
                "bad.conf: 1: Invalid value at 'seqd.journal.pool-size': must be at least 1");
    }

    @Test
    void next_endpointIsNoUrl_oneLineAndCode2() {
        refused(
                SeqdProcess.start(directory, "next", "orders_seq", "--endpoint", "localhost:8080"),
                2,
                "'--endpoint' (URL): an address looks like http://127.0.0.1:8080, not 'localhost:8080'");
    }

    @Test
    void serve_databaseUnreachable_oneLineAndCode1() {
        String url = "jdbc:postgresql://127.0.0.1:" + Ports.free(1) + "/seqd";
        refused(SeqdProcess.start(directory, "serve", "--jdbc-url", url), "127.0.0.1");
    }

    @Test
    void serve_databaseNotDurable_oneLineAndCode1() throws IOException {
        Path data = directory.resolve("unsafe");
        String user;
        String password;
        try (EmbeddedDatabase database = EmbeddedDatabase.start(data)) {
            user = database.user();
            password = database.password();
        }
        int port = Ports.free(1);
        EmbeddedServer.startUnsafe(data, port);
        try {
            String url = "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
            Map<String, String> secret = Map.of("SEQD_JDBC_PASSWORD", password);
            refused(
                    SeqdProcess.start(directory, secret, "serve", "--jdbc-url", url, "--jdbc-user", user),
                    "fsync is off");
        } finally {
            EmbeddedServer.killAll(data);
        }
    }

    @Test
    void serve_secondClusterOnTheSchema_oneLineAndCode1() {
        try (EmbeddedDatabase database = EmbeddedDatabase.start(directory.resolve("second"));
                SeqdProcess first = serve(database, "--http-port", Integer.toString(Ports.free(1)))) {
            first.awaitOutput("seqd is up", START);
            int own = Ports.free(2);
            SeqdProcess second = serve(
                    database,
                    "--http-port",
                    Integer.toString(own),
                    "--cluster-port",
                    Integer.toString(own + 1),
                    "--seed-nodes",
                    "pekko://seqd@127.0.0.1:" + (own + 1));
            refused(second, "belongs to another seqd cluster");
            assertThat(first.isAlive()).isTrue();
        }
    }

    private static SeqdProcess serve(EmbeddedDatabase database, String... more) {
        String[] arguments = new String[5 + more.length];
        String[] first = {"serve", "--jdbc-url", database.jdbcUrl(), "--jdbc-user", database.user()};
        System.arraycopy(first, 0, arguments, 0, first.length);
        System.arraycopy(more, 0, arguments, first.length, more.length);
        return SeqdProcess.start(directory, Map.of("SEQD_JDBC_PASSWORD", database.password()), arguments);
    }

    private static void refused(SeqdProcess process, String reason) {
        refused(process, 1, reason);
    }

    private static void refused(SeqdProcess process, int code, String reason) {
        try (process) {
            assertThat(process.awaitExit(START)).as(process.output()).isEqualTo(code);
            assertThat(process.output().lines().filter(line -> line.startsWith("seqd: ")))
                    .as(process.output())
                    .singleElement()
                    .asString()
                    .contains(reason);
            assertThat(process.output()).doesNotContain("\tat ");
        }
    }
}
