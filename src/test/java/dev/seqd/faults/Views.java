package dev.seqd.faults;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.seqd.system.NodeView;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What the nodes of a service say of each other and of themselves. One that does not answer within two seconds says nothing. */
final class Views {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration WHOLE = Duration.ofSeconds(90);
    private static final Duration LOOK = Duration.ofMillis(300);

    private final Service service;

    Views(Service service) {
        this.service = service;
    }

    /** The state of a node as another one sees it, such as {@code up}; empty if that one does not know it. */
    String state(int observer, int node) {
        return members(observer).stream()
                .filter(member -> isOf(member, node))
                .map(member -> member.path("state").asText())
                .findFirst()
                .orElse("");
    }

    /** Whether some node that answers does not see another one up. */
    boolean isMissed(int node) {
        return nodes().filter(observer -> observer != node && !members(observer).isEmpty())
                .anyMatch(observer -> !state(observer, node).equals("up"));
    }

    /** The oldest node, as the first one sees it that answers; below 0 if none does. */
    int oldest() {
        return nodes().mapToObj(this::members)
                .flatMap(List::stream)
                .filter(member -> member.path("oldest").asBoolean())
                .mapToInt(this::node)
                .findFirst()
                .orElse(-1);
    }

    private int node(JsonNode member) {
        return nodes().filter(node -> isOf(member, node)).findFirst().orElseThrow();
    }

    private static IntStream nodes() {
        return IntStream.range(0, Service.NODES);
    }

    private boolean isOf(JsonNode member, int node) {
        return member.path("address").asText().contains("@" + service.network().host(node) + ":");
    }

    private List<JsonNode> members(int observer) {
        try {
            List<JsonNode> members = new ArrayList<>();
            JSON.readTree(get(observer, "/v1/cluster")).path("members").forEach(members::add);
            return members;
        } catch (IOException e) {
            return List.of();
        }
    }

    /** The sum of a metric without labels over all nodes that answer. */
    double metric(String name) {
        return nodes().mapToDouble(node -> metric(node, name)).sum();
    }

    private double metric(int node, String name) {
        try {
            return NodeView.metric(get(node, "/metrics"), name);
        } catch (IOException e) {
            return 0;
        }
    }

    private String get(int node, String path) throws IOException {
        HttpRequest get = HttpRequest.newBuilder(URI.create(service.processes().endpoint(node) + path))
                .timeout(PATIENCE)
                .build();
        try {
            return service.http().send(get, BodyHandlers.ofString()).body();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** Starts again whoever has ended, as a supervisor would, until every node sees all of them up. */
    void restoreAll() {
        await().atMost(WHOLE).pollInterval(LOOK).until(() -> {
            for (int node = 0; node < Service.NODES; node++) {
                if (!service.node(node).isAlive()) {
                    service.processes().launchAgain(node);
                }
            }
            return isWhole();
        });
    }

    private boolean isWhole() {
        return nodes().allMatch(observer -> {
            List<JsonNode> members = members(observer);
            return members.size() == Service.NODES
                    && members.stream()
                            .allMatch(member -> member.path("state").asText().equals("up"));
        });
    }
}
