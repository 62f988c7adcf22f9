package dev.seqd.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;

/** The embedded PostgreSQL under a data directory, as processes. */
public final class EmbeddedServer {
    private EmbeddedServer() {}

    /** The postmaster and all that it has started. */
    public static List<ProcessHandle> processes(Path data) throws IOException {
        long postmaster =
                Long.parseLong(Files.readAllLines(data.resolve("pgdata").resolve("postmaster.pid"))
                        .get(0)
                        .strip());
        return ProcessHandle.of(postmaster).stream()
                .flatMap(server -> Stream.concat(Stream.of(server), server.descendants()))
                .toList();
    }

    /** Starts it without fsync, as somebody else's careless database; it returns when the server takes connections. */
    static void startUnsafe(Path data, int port) throws IOException {
        String options = "-p " + port + " -c fsync=off -c listen_addresses=127.0.0.1 -c unix_socket_directories=''";
        Process start = new ProcessBuilder(
                        "unshare", "-U", binary(data, "pg_ctl"), "start", "--wait", "-D", "pgdata", "-o", options)
                .directory(data.toFile())
                .redirectErrorStream(true)
                .redirectOutput(data.resolve("log").resolve("unsafe.log").toFile())
                .start();
        try {
            if (start.waitFor() != 0) {
                throw new AssertionError("pg_ctl ended with " + start.exitValue());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    private static String binary(Path data, String name) throws IOException {
        try (Stream<Path> entries = Files.list(data)) {
            Path binaries = entries.filter(path -> path.getFileName().toString().startsWith("postgres-bin-"))
                    .findFirst()
                    .orElseThrow();
            return binaries.resolve("bin").resolve(name).toAbsolutePath().toString();
        }
    }

    /** The first column of the first row that it answers. */
    public static String value(Path data, String sql) {
        try {
            String url = "jdbc:postgresql://127.0.0.1:"
                    + Files.readString(data.resolve("port")).strip() + "/postgres";
            String password = Files.readString(data.resolve("password")).strip();
            try (Connection connection = DriverManager.getConnection(url, "seqd", password);
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(sql)) {
                row.next();
                return row.getString(1);
            }
        } catch (IOException | SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    /** Stops it for good, as after a test that killed whoever would have. */
    public static void killAll(Path data) throws IOException {
        if (Files.exists(data.resolve("pgdata").resolve("postmaster.pid"))) {
            processes(data).forEach(ProcessHandle::destroyForcibly);
        }
    }
}
