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
import java.util.List;
import java.util.stream.IntStream;

/** Three nodes, each a process of its own, and their PostgreSQL, as callers see them while some of them stand still. */
final class Service implements AutoCloseable {
    static final int NODES = 3;

    private final ServeNodes processes;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private volatile int frozen = -1;

    /**
     * Starts all of it under a directory; blocks until it answers.
     *
     * @param classes where classes are that take the place of seqd's own
     */
    Service(Path directory, Path... classes) {
        this.processes = new ServeNodes(directory, NODES, classes);
        processes.add(NODES);
    }

    /** Nodes and database, to be ended and started again. */
    ServeNodes processes() {
        return processes;
    }

    SeqdProcess node(int node) {
        return processes.node(node);
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

    /** Where nodes are asked that do not stand still. */
    List<String> endpoints() {
        return IntStream.range(0, NODES)
                .filter(node -> node != frozen)
                .mapToObj(processes::endpoint)
                .toList();
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
        processes.close();
    }
}
