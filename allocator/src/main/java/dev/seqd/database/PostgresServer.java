package dev.seqd.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One durable PostgreSQL server in a data directory: {@code pgdata} with the data, {@code password}, {@code port} and
 * {@code log}. The caller holds the directory's lock. Not thread-safe.
 */
final class PostgresServer {
    static final String USER = "seqd";

    private static final Logger LOG = LoggerFactory.getLogger(PostgresServer.class);
    private static final String INCOMPLETE = "tmp-pgdata-";
    private static final String START_LOG = "postgres-start.log";
    private static final int START_ATTEMPTS = 3;
    private static final Duration INIT_LIMIT = Duration.ofMinutes(5);
    private static final Duration START_LIMIT = Duration.ofMinutes(5);

    /** Given on the command line, so that no configuration file and no {@code ALTER SYSTEM} undoes them. */
    private static final Map<String, String> SETTINGS = Map.ofEntries(
            Map.entry("fsync", "on"),
            Map.entry("synchronous_commit", "on"),
            Map.entry("full_page_writes", "on"),
            Map.entry("listen_addresses", ServerPort.HOST),
            Map.entry("unix_socket_directories", ""),
            Map.entry("max_connections", "100"),
            Map.entry("timezone", "UTC"),
            Map.entry("logging_collector", "on"),
            Map.entry("log_directory", "../log"),
            Map.entry("log_filename", "postgres-%a.log"),
            Map.entry("log_rotation_age", "1d"),
            Map.entry("log_rotation_size", "0"),
            Map.entry("log_truncate_on_rotation", "on"),
            Map.entry("log_checkpoints", "off"),
            Map.entry("log_error_verbosity", "terse"),
            Map.entry("log_min_error_statement", "panic"));

    private final Path directory;
    private final Path serverDirectory;
    private final Path passwordFile;
    private final Path logDirectory;
    private final PostgresPrograms programs;
    private final ServerProcesses processes;
    private final Map<String, String> settings = new TreeMap<>(SETTINGS);
    private int port;

    /** @param otherSettings server settings that replace the default ones, for tests */
    PostgresServer(Path directory, PostgresPrograms programs, Map<String, String> otherSettings) {
        this.directory = directory;
        this.serverDirectory = directory.resolve("pgdata");
        this.passwordFile = directory.resolve("password");
        this.logDirectory = directory.resolve("log");
        this.programs = programs;
        this.processes = new ServerProcesses(serverDirectory);
        settings.putAll(otherSettings);
    }

    /**
     * Stops what still runs in the directory, creates the data if there is none, and starts. Blocks until the server
     * takes connections; that includes recovery after a crash.
     *
     * @throws DatabaseException if the data is of another version, or the server does not come up
     */
    void start() throws IOException {
        String version = programs.majorVersion();
        processes.stopAll(programs);
        deleteIncomplete();
        if (Files.isDirectory(serverDirectory)) {
            requireVersion(version);
        } else {
            create();
        }
        Files.deleteIfExists(logDirectory.resolve(START_LOG)); // the server appends to it
        ServerLog log = new ServerLog(logDirectory);
        PostgresPrograms.Result result = startOnce();
        for (int attempt = 1; result.exitCode() != 0 && attempt < START_ATTEMPTS; attempt++) {
            LOG.info("PostgreSQL did not start, trying again: {}", result.reason());
            processes.stopAll(programs);
            result = startOnce();
        }
        if (result.exitCode() != 0) {
            throw new DatabaseException("PostgreSQL in " + directory + " does not start: "
                    + log.lastFatalLine().orElse(result.reason()) + " (see " + logDirectory + ")");
        }
    }

    /** Stops the server, whether this object started it or not; nothing happens if none runs. */
    void stop() throws IOException {
        processes.stopAll(programs);
    }

    /** The port, after a start. */
    int port() {
        return port;
    }

    /** The password of {@link #USER}. */
    String password() throws IOException {
        return Files.readString(passwordFile).strip();
    }

    private PostgresPrograms.Result startOnce() throws IOException {
        port = new ServerPort(directory.resolve("port"), new SecureRandom()).choose();
        String options = settings.entrySet().stream()
                .map(setting -> "-c " + setting.getKey() + "='" + setting.getValue() + "'")
                .collect(Collectors.joining(" ", "-p " + port + " ", ""));
        return programs.run(
                START_LIMIT,
                "pg_ctl",
                "start",
                "--pgdata=pgdata",
                "--log=log/" + START_LOG,
                "--wait",
                "--timeout=" + START_LIMIT.plusMinutes(1).toSeconds(),
                "--options=" + options);
    }

    private void create() throws IOException {
        byte[] secret = new byte[24];
        new SecureRandom().nextBytes(secret);
        DurableFiles.write(passwordFile, Base64.getUrlEncoder().encodeToString(secret) + "\n");
        Path temporary = Files.createTempDirectory(directory, INCOMPLETE);
        PostgresPrograms.Result result = programs.run(
                INIT_LIMIT,
                "initdb",
                "--pgdata=" + temporary.getFileName(),
                "--username=" + USER,
                "--pwfile=password",
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale=C",
                "--no-sync");
        if (result.exitCode() != 0) {
            throw new DatabaseException("cannot create the database in " + directory + ": " + result.reason());
        }
        DurableFiles.syncTree(temporary);
        DurableFiles.rename(temporary, serverDirectory);
    }

    /** What an interrupted creation left. If its programs still run, they fail when their files are gone. */
    private void deleteIncomplete() throws IOException {
        for (Path incomplete : DurableFiles.startingWith(directory, INCOMPLETE)) {
            new ServerProcesses(incomplete).stopAll(programs);
            DurableFiles.deleteTree(incomplete);
        }
    }

    private void requireVersion(String program) throws IOException {
        String data = Files.readString(serverDirectory.resolve("PG_VERSION")).strip();
        if (!data.equals(program)) {
            throw new DatabaseException("the data in " + directory + " belongs to PostgreSQL " + data
                    + ", this seqd brings PostgreSQL " + program + ": use the seqd that wrote it, dump the database,"
                    + " and restore it into a new data directory");
        }
    }
}
