package dev.seqd.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All tests use one data directory, one after the other, as a user would. */
class EmbeddedDatabaseIT {
    @TempDir
    private static Path home;

    private static Path directory;

    @BeforeAll
    static void firstStart() throws IOException {
        directory = home.toRealPath().resolve("a directory");
        Files.createDirectories(directory.resolve("tmp-postgres-bin-half/bin"));
        Files.writeString(directory.resolve("tmp-postgres-bin-half/bin/postgres"), "half");
        Files.createDirectories(directory.resolve("tmp-pgdata-half/base"));
        Files.createDirectories(directory.resolve("postgres-bin-ofanearlierversion/bin"));
        try (EmbeddedDatabase database = EmbeddedDatabase.start(directory)) {
            Sql.run(database.settings(), "CREATE TABLE t (v int)");
        }
    }

    private static Path serverDirectory() {
        return directory.resolve("pgdata");
    }

    private static long pid() {
        return Postmaster.pid(directory);
    }

    private static int addRow(EmbeddedDatabase database) {
        Sql.run(database.settings(), "INSERT INTO t VALUES (1)");
        return rows(database);
    }

    private static int rows(EmbeddedDatabase database) {
        return Integer.parseInt(Sql.value(database.settings(), "SELECT count(*) FROM t"));
    }

    private static List<ProcessHandle> family(long postmaster) {
        ProcessHandle parent = ProcessHandle.of(postmaster).orElseThrow();
        return Stream.concat(Stream.of(parent), parent.descendants()).toList();
    }

    /** A zombie counts as ended: nobody may reap it here. */
    private static boolean ended(long pid) {
        return new ServerProcesses(serverDirectory())
                .postmaster()
                .map(ProcessHandle::pid)
                .filter(p -> p == pid)
                .isEmpty();
    }

    @Test
    void start_leftoversOfInterruptedStarts_areGone() throws IOException {
        assertThat(DurableFiles.startingWith(directory, "tmp-")).isEmpty();
        assertThat(DurableFiles.startingWith(directory, "postgres-bin-"))
                .singleElement()
                .satisfies(
                        binaries -> assertThat(binaries.resolve("bin/postgres")).isExecutable());
    }

    @Test
    void start_server_isDurableAndLocal() throws IOException {
        try (EmbeddedDatabase database = EmbeddedDatabase.start(directory);
                Database pool = Database.open(database.settings())) {
            DatabaseChecks.verify(database.settings(), false);
            for (String setting : List.of("fsync", "synchronous_commit", "full_page_writes", "data_checksums")) {
                assertThat(Sql.value(pool, "SHOW " + setting)).as(setting).isEqualTo("on");
            }
            assertThat(Sql.value(pool, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
            assertThat(Sql.value(pool, "SHOW unix_socket_directories")).isEmpty();
            assertThat(Sql.value(pool, "SHOW server_encoding")).isEqualTo("UTF8");
            assertThat(database.jdbcUrl()).matches("jdbc:postgresql://127\\.0\\.0\\.1:(2\\d|3[012])\\d{3}/postgres");
        }
    }

    @Test
    void start_noPassword_isNotLetIn() {
        try (EmbeddedDatabase database = EmbeddedDatabase.start(directory)) {
            DatabaseSettings stranger = DatabaseSettings.of(database.jdbcUrl(), database.user(), "guess");

            assertThatThrownBy(() -> DatabaseChecks.verify(stranger, true))
                    .isInstanceOf(DatabaseException.class)
                    .hasMessageContaining("check user and password");
        }
    }

    @Test
    void start_afterClose_keepsDataAddressAndPassword() {
        DatabaseSettings before;
        int rows;
        try (EmbeddedDatabase database = EmbeddedDatabase.start(directory)) {
            before = database.settings();
            rows = addRow(database);
            database.close();
        }
        try (EmbeddedDatabase database = EmbeddedDatabase.start(directory)) {
            assertThat(database.settings()).isEqualTo(before);
            assertThat(rows(database)).isEqualTo(rows);
        }
    }

    @Test
    void close_openConnectionAndInterruptedThread_stopsAllTheSame() {
        EmbeddedDatabase database = EmbeddedDatabase.start(directory);
        try (Database pool = Database.open(database.settings())) {
            Sql.value(pool, "SELECT 1");
            long pid = pid();
            Thread.currentThread().interrupt();

            database.close();

            assertThat(Thread.interrupted()).isTrue();
            assertThat(ended(pid)).isTrue();
        }
    }

    @Test
    void start_postmasterAndChildrenKilled_keepsCommittedRows() {
        int rows;
        try (EmbeddedDatabase database = EmbeddedDatabase.start(directory)) {
            rows = addRow(database);
            family(pid()).forEach(ProcessHandle::destroyForcibly);
        }
        try (EmbeddedDatabase database = EmbeddedDatabase.start(directory)) {
            assertThat(rows(database)).isEqualTo(rows);
        }
    }

    @Test
    void start_jvmKilled_takesOverFromTheServerItLeft() throws IOException {
        Path outcome = home.resolve("taken-over");
        try (OtherProcess other = OtherProcess.start(directory, outcome)) {
            assertThat(outcome).content().startsWith("pid ");
        }
        long orphan = Long.parseLong(Files.readString(outcome).substring(4));
        assertThat(ended(orphan)).isFalse();

        try (EmbeddedDatabase database = EmbeddedDatabase.start(directory)) {
            assertThat(pid()).isNotEqualTo(orphan);
            assertThat(ended(orphan)).isTrue();
            assertThat(rows(database)).isNotNegative();
        }
    }

    @Test
    void start_orphanWithoutPidFile_isStoppedFirst() throws IOException {
        EmbeddedDatabase lost = EmbeddedDatabase.start(directory);
        int rows = addRow(lost);
        long pid = pid();
        Files.delete(serverDirectory().resolve("postmaster.pid"));
        lost.close();

        assertThat(ProcessHandle.of(pid)
                        .filter(ProcessHandle::isAlive)
                        .flatMap(handle -> handle.info().command()))
                .isEmpty();
        try (EmbeddedDatabase database = EmbeddedDatabase.start(directory)) {
            assertThat(rows(database)).isEqualTo(rows);
        }
    }

    @Test
    void start_frozenOrphan_isKilledAndItsCommitsKept() throws IOException, InterruptedException {
        EmbeddedDatabase frozen = EmbeddedDatabase.start(directory);
        int rows = addRow(frozen);
        long pid = pid();
        for (ProcessHandle process : family(pid)) {
            new ProcessBuilder("kill", "-STOP", Long.toString(process.pid()))
                    .start()
                    .waitFor();
        }
        // The postmaster alone is gone, its frozen children would write on.
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
        await().until(() -> ended(pid));
        frozen.close();

        try (EmbeddedDatabase database = EmbeddedDatabase.start(directory)) {
            assertThat(rows(database)).isEqualTo(rows);
        }
    }

    @Test
    void start_pidFileNamesAnotherProgram_leavesThatAloneAndStarts() throws IOException {
        Process stranger = new ProcessBuilder("cat").start();
        try (EmbeddedDatabase database = startedAfterPidFile(Long.toString(stranger.pid()))) {
            assertThat(pid()).isNotEqualTo(stranger.pid());
            assertThat(rows(database)).isNotNegative();
            assertThat(stranger.isAlive()).isTrue();
        } finally {
            stranger.destroyForcibly();
        }
    }

    @Test
    void start_damagedPidFile_starts() throws IOException {
        for (String content : List.of("", "x", "4194304")) {
            try (EmbeddedDatabase database = startedAfterPidFile(content)) {
                assertThat(rows(database)).isNotNegative();
            }
        }
    }

    private static EmbeddedDatabase startedAfterPidFile(String firstLine) throws IOException {
        Files.writeString(serverDirectory().resolve("postmaster.pid"), firstLine + "\n" + serverDirectory() + "\n");
        return EmbeddedDatabase.start(directory);
    }

    @Test
    void start_heldByAnotherProcess_namesItsPid() throws IOException {
        try (EmbeddedDatabase ignored = EmbeddedDatabase.start(directory)) {
            Path outcome = home.resolve("refused");
            OtherProcess.start(directory, outcome).close();

            assertThat(outcome)
                    .hasContent("data directory " + directory + " is in use by another seqd (pid "
                            + ProcessHandle.current().pid() + ")");
        }
    }

    @Test
    void start_portTakenMeanwhile_choosesAnother() throws IOException {
        int port = Integer.parseInt(Files.readString(directory.resolve("port")).strip());
        try (ServerSocket other = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
                EmbeddedDatabase database = EmbeddedDatabase.start(directory)) {
            assertThat(database.jdbcUrl()).doesNotContain(":" + other.getLocalPort() + "/");
            assertThat(rows(database)).isNotNegative();
        }
    }

    @Test
    void start_dataOfAnotherVersion_isRefused() throws IOException {
        Path file = serverDirectory().resolve("PG_VERSION");
        String version = Files.readString(file);
        Files.writeString(file, "9\n");
        try {
            assertThatThrownBy(() -> EmbeddedDatabase.start(directory))
                    .isInstanceOf(DatabaseException.class)
                    .hasMessageContainingAll("belongs to PostgreSQL 9", "brings PostgreSQL " + version.strip());
        } finally {
            Files.writeString(file, version);
        }
    }

    @Test
    void start_serverRefusesItsSettings_saysWhyAndLeavesNothing() {
        assertThatThrownBy(() -> EmbeddedDatabase.start(directory, Map.of("max_connections", "many")))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContainingAll("does not start", "FATAL", "max_connections", directory.toString());

        EmbeddedDatabase.start(directory).close();
    }

    @Test
    void start_pathThatAShellWouldChange_isRefused() {
        assertThatThrownBy(() -> EmbeddedDatabase.start(home.resolve("a$HOME")))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("must not have any of");
    }

    @Test
    void start_fileInPlaceOfTheDirectory_isRefused() throws IOException {
        Path file = Files.writeString(home.resolve("file"), "x");

        assertThatThrownBy(() -> EmbeddedDatabase.start(file))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("cannot use data directory " + file);
    }

    @Test
    void verify_unsafeServer_isRefusedUnlessAllowed() {
        for (String setting : List.of("fsync", "full_page_writes")) {
            try (EmbeddedDatabase database = EmbeddedDatabase.start(directory, Map.of(setting, "off"))) {
                assertThatThrownBy(() -> DatabaseChecks.verify(database.settings(), false))
                        .isInstanceOf(DatabaseException.class)
                        .hasMessageContainingAll(database.settings().target(), setting + " is off");
                DatabaseChecks.verify(database.settings(), true);
            }
        }
    }

    @Test
    void verify_standby_isRefused() throws IOException {
        Path signal = Files.createFile(serverDirectory().resolve("standby.signal"));
        try (EmbeddedDatabase database = EmbeddedDatabase.start(directory)) {
            assertThatThrownBy(() -> DatabaseChecks.verify(database.settings(), true))
                    .isInstanceOf(DatabaseException.class)
                    .hasMessageContaining("standby");
        } finally {
            Files.delete(signal);
        }
    }
}
