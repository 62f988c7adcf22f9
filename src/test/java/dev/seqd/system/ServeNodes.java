package dev.seqd.system;

import dev.seqd.database.EmbeddedDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Nodes of one cluster, each a {@code seqd serve} in a process of its own, on a database that outlives them. */
final class ServeNodes implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(2);

    private final Path directory;
    private final EmbeddedDatabase database;
    private final int port;
    private final List<SeqdProcess> nodes = new ArrayList<>();

    /** No node yet, but room for so many. */
    ServeNodes(Path directory, int most) {
        this.directory = directory;
        this.database = EmbeddedDatabase.start(directory.resolve("data"));
        this.port = Ports.free(most);
    }

    /** Starts one more. */
    void add(String... options) {
        nodes.add(start(nodes.size(), options));
    }

    /** Starts one that has ended. */
    void startAgain(int node, String... options) {
        nodes.set(node, start(node, options));
    }

    private SeqdProcess start(int node, String... options) {
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
        return SeqdProcess.start(directory, environment, arguments.toArray(String[]::new))
                .awaitOutput("seqd is up", START);
    }

    SeqdProcess node(int node) {
        return nodes.get(node);
    }

    String endpoint(int node) {
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

    @Override
    public void close() {
        nodes.forEach(SeqdProcess::interrupt);
        nodes.forEach(SeqdProcess::close);
        database.close();
    }
}
