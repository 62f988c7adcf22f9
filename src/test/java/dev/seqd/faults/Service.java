package dev.seqd.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.system.SeqdProcess;
import dev.seqd.system.ServeNodes;
import dev.seqd.system.Signals;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Three nodes, each a process in a network namespace of its own, and their PostgreSQL on a disk of its own, as callers see them
 * while some of them stand still.
 */
final class Service implements AutoCloseable {
    static final int NODES = 3;

    private final Network network;
    private final SmallDisk disk;
    private final ServeNodes processes;
    private final List<Proxy> doors = new ArrayList<>();
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Views views = new Views(this);
    private volatile int frozen = -1;
    private volatile boolean throughDoors;

    /**
     * Starts all of it under a directory; blocks until it answers.
     *
     * @param classes where classes are that take the place of seqd's own
     */
    Service(Path directory, Path... classes) throws IOException {
        this.network = new Network(NODES);
        this.disk = new SmallDisk(directory.resolve("data"));
        this.processes = new ServeNodes(directory, NODES, network, classes);
        for (int node = 0; node < NODES; node++) {
            int port = processes.httpPort(node);
            doors.add(new Proxy(network.callers(), network.host(node), port));
        }
        processes.add(NODES);
    }

    /** Nodes and database, to be ended and started again. */
    ServeNodes processes() {
        return processes;
    }

    Network network() {
        return network;
    }

    /** What the database is on. */
    SmallDisk disk() {
        return disk;
    }

    SeqdProcess node(int node) {
        return processes.node(node);
    }

    Views views() {
        return views;
    }

    /** What becomes of all answers from now on: those to callers who hold nothing pass the doors of nodes meanwhile, too. */
    void answers(Proxy.Answers now) {
        doors.forEach(door -> door.answers(now));
        throughDoors = now != Proxy.UNTOUCHED;
    }

    /** A node stands still; whoever balances load would notice, and send nobody there. */
    void freeze(int node) throws IOException {
        frozen = node;
        Signals.send("STOP", List.of(node(node).pid()));
    }

    void thaw(int node) throws IOException {
        Signals.send("CONT", List.of(node(node).pid()));
        frozen = -1;
    }

    /** Where callers who hold nothing ask nodes that do not stand still. */
    List<String> endpoints() {
        return IntStream.range(0, NODES)
                .filter(node -> node != frozen)
                .mapToObj(node -> throughDoors ? door(node) : processes.endpoint(node))
                .toList();
    }

    /** Where clients are told to ask. */
    List<String> doors() {
        return IntStream.range(0, NODES).mapToObj(this::door).toList();
    }

    private String door(int node) {
        return network.door(node, processes.httpPort(node));
    }

    HttpClient http() {
        return http;
    }

    void create(Numbers numbers) throws IOException, InterruptedException {
        HttpRequest put = HttpRequest.newBuilder(URI.create(processes.endpoint(0) + "/v1/sequences/" + numbers.name()))
                .PUT(BodyPublishers.ofString(numbers.body()))
                .build();
        HttpResponse<String> answer = http.send(put, BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    }

    /** Whether a process stands still, as the kernel says. */
    static boolean isStopped(long pid) throws IOException {
        return Files.readString(Path.of("/proc", Long.toString(pid), "stat")).contains(") T ");
    }

    @Override
    public void close() {
        try (network;
                disk;
                processes) {
            doors.forEach(Proxy::close);
        }
    }
}
