package dev.seqd.system;

import dev.seqd.database.EmbeddedDatabase;
import java.io.File;
import java.io.IOException;
import java.net.URI;
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
    private final Place place;
    private final String classPath;
    private final int port;
    private final List<SeqdProcess> nodes = new ArrayList<>();
    private EmbeddedDatabase database;

    /** No node yet, but room for so many. */
    public ServeNodes(Path directory, int most) {
        this(directory, most, Place.LOOPBACK);
    }

    /**
     * No node yet, but room for so many, at a place of their own. Classes in the given directories take the place of seqd's
     * own.
     */
    public ServeNodes(Path directory, int most, Place place, Path... classes) {
        this.directory = directory;
        this.data = directory.resolve("data");
        this.place = place;
        this.database = place.startDatabase(data);
        this.classPath = Stream.concat(
                        Stream.of(classes).map(Path::toString), Stream.of(System.getProperty("java.class.path")))
                .collect(Collectors.joining(File.pathSeparator));
        this.port = Ports.free(most);
    }

    /** Starts so many more at once; blocks until they answer. */
    public void add(int count, String... options) {
        for (int i = 0; i < count; i++) {
            nodes.add(launch(nodes.size(), options));
        }
        nodes.forEach(node -> node.awaitOutput(UP, START));
    }

    /** Begins to start one more, and does not wait for it. */
    SeqdProcess begin(String... options) {
        SeqdProcess node = launch(nodes.size(), options);
        nodes.add(node);
        return node;
    }

    /** Starts one that has ended; blocks until it answers. */
    public void startAgain(int node, String... options) {
        nodes.set(node, launch(node, options).awaitOutput(UP, START));
    }

    /** Starts one that has ended, and does not wait. */
    public void launchAgain(int node) {
        nodes.set(node, launch(node));
    }

    private SeqdProcess launch(int node, String... options) {
        List<String> arguments = new ArrayList<>(List.of(
                "serve",
                "--http-host",
                place.host(node),
                "--http-port",
                Integer.toString(httpPort(node)),
                "--http-endpoint",
                place.door(node, httpPort(node)),
                "--cluster-host",
                place.host(node),
                "--jdbc-url",
                "jdbc:postgresql://" + place.databaseHost() + ":" + databasePort() + "/postgres",
                "--jdbc-user",
                database.user()));
        arguments.addAll(List.of(options));
        Map<String, String> environment = Map.of(
                "SEQD_JDBC_PASSWORD",
                database.password(),
                SeqdProcess.CLASS_PATH,
                classPath,
                "JAVA_TOOL_OPTIONS",
                "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
                "SEQD_JAVA_OPTS",
                "-Xmx384m"); // as the nodes of a local cluster
        return SeqdProcess.start(directory, place.prefix(node), environment, arguments.toArray(String[]::new));
    }

    public SeqdProcess node(int node) {
        return nodes.get(node);
    }

    public String endpoint(int node) {
        return "http://" + place.host(node) + ":" + httpPort(node);
    }

    public int httpPort(int node) {
        return port + node;
    }

    /** Where the first so many are. */
    List<String> endpoints(int count) {
        List<String> endpoints = new ArrayList<>();
        for (int node = 0; node < count; node++) {
            endpoints.add(endpoint(node));
        }
        return endpoints;
    }

    public int databasePort() {
        return URI.create(database.jdbcUrl().substring("jdbc:".length())).getPort();
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
        database = place.startDatabase(data);
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
