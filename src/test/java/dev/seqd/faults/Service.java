package dev.seqd.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.seqd.database.EmbeddedDatabase;
import dev.seqd.system.EmbeddedServer;
import dev.seqd.system.Ports;
import dev.seqd.system.SeqdProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Three nodes, each a process of its own, and their PostgreSQL, all of which can be killed, stopped and started again. */
final class Service implements AutoCloseable {
    static final int NODES = 3;
    private static final Duration START = Duration.ofMinutes(2);

    private final Path directory;
    private final Path data;
    private final int port = Ports.free(NODES);
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final List<SeqdProcess> nodes = new ArrayList<>();
    private volatile int frozen = -1;
    private EmbeddedDatabase database;

    /** Starts all of it under a directory; blocks until it answers. */
    Service(Path directory) {
        this.directory = directory;
        this.data = directory.resolve("data");
        this.database = EmbeddedDatabase.start(data);
        for (int node = 0; node < NODES; node++) {
            nodes.add(launch(node));
        }
        nodes.forEach(node -> node.awaitOutput("seqd is up", START));
    }

    private SeqdProcess launch(int node) {
        return SeqdProcess.start(
                directory,
                Map.of("SEQD_JDBC_PASSWORD", database.password()),
                "serve",
                "--jdbc-url",
                database.jdbcUrl(),
                "--jdbc-user",
                database.user(),
                "--http-port",
                Integer.toString(port + node));
    }

    SeqdProcess node(int node) {
        return nodes.get(node);
    }

    /** Starts a node that has ended; blocks until it answers. */
    void startAgain(int node) {
        nodes.set(node, launch(node));
        nodes.get(node).awaitOutput("seqd is up", START);
    }

    /** A node stands still; whoever balances load would notice, and send nobody there. */
    void freeze(int node) throws IOException {
        frozen = node;
        signal("STOP", List.of(nodes.get(node).pid()));
    }

    void thaw(int node) throws IOException {
        signal("CONT", List.of(nodes.get(node).pid()));
        frozen = -1;
    }

    /** Where nodes are asked that do not stand still. */
    List<String> endpoints() {
        return IntStream.range(0, NODES)
                .filter(node -> node != frozen)
                .mapToObj(this::endpoint)
                .toList();
    }

    String endpoint(int node) {
        return "http://127.0.0.1:" + (port + node);
    }

    HttpClient http() {
        return http;
    }

    void create(Numbers numbers) throws IOException, InterruptedException {
        HttpRequest put = HttpRequest.newBuilder(URI.create(endpoint(0) + "/v1/sequences/" + numbers.name()))
                .PUT(BodyPublishers.ofString(numbers.body()))
                .build();
        HttpResponse<String> answer = http.send(put, BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    }

    List<Long> databasePids() throws IOException {
        return EmbeddedServer.processes(data).stream().map(ProcessHandle::pid).toList();
    }

    void killDatabase() throws IOException {
        EmbeddedServer.killAll(data);
    }

    void stopDatabase() {
        database.close();
    }

    void startDatabase() {
        database.close();
        database = EmbeddedDatabase.start(data);
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
    }

    static void signal(String signal, List<Long> pids) throws IOException {
        List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
        pids.forEach(pid -> command.add(Long.toString(pid)));
        Process kill = new ProcessBuilder(command).start();
        assertThat(kill.onExit().join().exitValue()).isZero();
    }

    /** Whether a process stands still, as the kernel says. */
    static boolean isStopped(long pid) throws IOException {
        return Files.readString(Path.of("/proc", Long.toString(pid), "stat")).contains(") T ");
    }

    @Override
    public void close() throws IOException {
        nodes.forEach(SeqdProcess::interrupt);
        await().atMost(START).until(() -> nodes.stream().noneMatch(SeqdProcess::isAlive));
        database.close();
        EmbeddedServer.killAll(data);
    }
}
