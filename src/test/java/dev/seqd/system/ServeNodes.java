package dev.seqd.system;

import dev.seqd.database.EmbeddedDatabase;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Nodes of one cluster, each a {@code seqd serve} in a process of its own, on a database that outlives them. */
public final class ServeNodes implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(2);
    private static final String UP = "seqd is up";

    private final Path directory;
    private final Path data;
    private final int port;
    private final String classPath;
    private final List<SeqdProcess> nodes = new ArrayList<>();
    private EmbeddedDatabase database;

    /** No node yet, but room for so many. Classes in the given directories take the place of seqd's own. */
    public ServeNodes(Path directory, int most, Path... classes) {
        this.directory = directory;
        this.data = directory.resolve("data");
        this.database = EmbeddedDatabase.start(data);
        this.port = Ports.free(most);
        this.classPath = Stream.concat(
                        Stream.of(classes).map(Path::toString), Stream.of(System.getProperty("java.class.path")))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Starts so many more at once; blocks until they answer. */
    public void add(int count) {
        for (int i = 0; i < count; i++) {
            nodes.add(launch(nodes.size()));
        }
        nodes.forEach(node -> node.awaitOutput(UP, START));
    }

    /** Starts one that has ended; blocks until it answers. */
    public void startAgain(int node, String... options) {
        nodes.set(node, launch(node, options).awaitOutput(UP, START));
    }

    private SeqdProcess launch(int node, String... options) {
        List<String> arguments = new ArrayList<>(List.of(
                "serve",
                "--http-port",
                Integer.toString(port + node),
                "--jdbc-url",
                database.jdbcUrl(),
                "--jdbc-user",
                database.user()));
        arguments.addAll(List.of(options));
        Map<String, String> environment = Map.of(
                "SEQD_JDBC_PASSWORD",
                database.password(),
                "JAVA_TOOL_OPTIONS",
                "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        return SeqdProcess.start(directory, environment, classPath, arguments);
    }

    public SeqdProcess node(int node) {
        return nodes.get(node);
    }

    public String endpoint(int node) {
        return "http://127.0.0.1:" + (port + node);
    }

    /** Where the first so many are. */
    List<String> endpoints(int count) {
        List<String> endpoints = new ArrayList<>();
        for (int node = 0; node < count; node++) {
            endpoints.add(endpoint(node));
        }
        return endpoints;
    }

    /** The processes of the database. */
    public List<Long> databasePids() throws IOException {
        return EmbeddedServer.processes(data).stream().map(ProcessHandle::pid).toList();
    }

    public void killDatabase() throws IOException {
        EmbeddedServer.killAll(data);
    }

    public void stopDatabase() {
        database.close();
    }

    /** Starts the database again, whether it was stopped or killed. */
    public void startDatabase() {
        database.close();
        database = EmbeddedDatabase.start(data);
    }

    /** A connection to the database as it is now. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
    }

    @Override
    public void close() {
        nodes.forEach(SeqdProcess::interrupt);
        nodes.forEach(SeqdProcess::close);
        database.close();
    }
}
