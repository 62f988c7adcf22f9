package dev.seqd.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes in processes of their own, and sequences that change while all of them hold values. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LiveChangeIT {
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration RUN = Duration.ofMinutes(3);
    private static final Duration SOON = Duration.ofSeconds(2);
    private static final int NODES = 3;
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    private static Path directory;

    private static int port;
    private static SeqdProcess cluster;
    private static HttpClient http;

    @BeforeAll
    static void startCluster() {
        port = Ports.free(NODES);
        cluster = SeqdProcess.start(directory, "cluster", "--nodes", "3", "--http-port", Integer.toString(port));
        cluster.awaitOutput("The cluster is up", START);
        http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    }

    @AfterAll
    static void endCluster() throws IOException {
        cluster.close();
        EmbeddedServer.killAll(directory.resolve("data"));
    }

    @Test
    @Order(1)
    void firstUse_hundredAtOnceOverThreeNodes_distinctValuesAndOneCreation() {
        for (int round = 0; round < 50; round++) {
            String path = "/v1/sequences/first" + round;
            List<CompletableFuture<JsonNode>> creations = new ArrayList<>();
            for (int node = 0; node < NODES; node++) {
                creations.add(send("PUT", node, path, "{}"));
            }
            creations.forEach(CompletableFuture::join);
            List<CompletableFuture<JsonNode>> calls = new ArrayList<>();
            for (int call = 0; call < 100; call++) {
                calls.add(send("POST", call % NODES, path + "/next", ""));
            }
            assertThat(calls.stream().map(call -> call.join().path("value").asText()))
                    .as("round %d", round)
                    .doesNotContain("")
                    .doesNotHaveDuplicates();
        }
        assertThat(EmbeddedServer.value(
                        directory.resolve("data"),
                        "SELECT count(*) FROM event_journal WHERE persistence_id LIKE 'counter|first%'"
                                + " AND event_ser_manifest = 'created'"))
                .isEqualTo("50");
    }

    @Test
    @Order(2)
    void restart_everyNodeHoldsALease_allGiveTheNewEpochSoon() {
        String path = heldByAll("restarted", "{}");

        JsonNode state =
                call("POST", 1, path + "/restart", "{\"allowReuse\":true}").path("state");
        assertThat(state.path("epoch").asLong()).isEqualTo(2);

        await().atMost(SOON)
                .until(() -> epochsOfAll(path), epochs -> epochs.stream().allMatch(epoch -> epoch == 2));
    }

    @Test
    @Order(3)
    void drop_everyNodeHoldsALease_isGoneEverywhereSoon() {
        String path = heldByAll("dropped", "{}");

        call("DELETE", 0, path, "");

        for (int node = 0; node < NODES; node++) {
            int asked = node;
            await().atMost(SOON)
                    .until(() -> call("POST", asked, path + "/next", "")
                            .path("code")
                            .asText()
                            .equals("unknown-sequence"));
        }
    }

    @Test
    @Order(4)
    void alter_loneCallerOverThreeNodes_nextIsOneNewStepFurther() {
        String path = heldByAll("altered", "{}");
        long last = call("POST", 2, path + "/next", "").path("value").asLong();

        call("PATCH", 1, path, "{\"increment\":1000000}");

        List<Long> values = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            values.add(call("POST", node, path + "/next", "").path("value").asLong());
        }
        assertThat(values).allMatch(value -> value > last + 1_000_000 - 1_000);
        assertThat(values).doesNotHaveDuplicates();
    }

    @Test
    @Order(5)
    void sizes_liveCounter_areObeyedEverywhereSoon() {
        String path = heldByAll("sized", "{}");

        call("PATCH", 0, path, "{\"sizing\":{\"clientMax\":3}}");

        for (int node = 0; node < NODES; node++) {
            int asked = node;
            await().atMost(SOON)
                    .until(() -> call("POST", asked, path + "/blocks", "{\"count\":50}")
                                    .path("count")
                                    .asLong()
                            <= 3);
        }
    }

    @Test
    @Order(6)
    void restart_whileANodeSleeps_itGivesNothingOldAfterItWakes() throws Exception {
        String path = heldByAll("asleep", "{}");
        int sleeper = (ownerOf("asleep") + 1) % NODES;
        int other = (sleeper + 1) % NODES;

        signal("STOP", sleeper);
        JsonNode state =
                call("POST", other, path + "/restart", "{\"allowReuse\":true}").path("state");
        CompletableFuture<JsonNode> asked = send("POST", sleeper, path + "/next", "");
        signal("CONT", sleeper);

        assertThat(state.path("epoch").asLong()).isEqualTo(2);
        assertThat(asked.join().path("epoch").asLong()).isEqualTo(2);
    }

    /** The woken owner is put out of the cluster: this comes last. */
    @Test
    @Order(7)
    void strict_ownerStoppedAndWokenAgain_allCallsAreLinearizable() throws Exception {
        try (SeqdProcess bench = SeqdProcess.start(
                directory,
                "bench-strict",
                "--endpoint=" + endpoint(0) + "," + endpoint(1) + "," + endpoint(2),
                "--callers=12",
                "--clients=3",
                "--warmup=1s",
                "--duration=40s")) {
            bench.awaitOutput("measuring", RUN);
            Matcher name = Pattern.compile("creating (\\S+), order strict").matcher(bench.output());
            assertThat(name.find()).isTrue();
            String writer = writerOf(name.group(1));
            int owner = ownerOf(name.group(1));

            signal("STOP", owner);
            await().atMost(RUN).until(() -> !writerOf(name.group(1)).equals(writer));
            signal("CONT", owner);

            assertThat(bench.awaitExit(RUN)).as(bench.output()).isZero();
            assertThat(bench.output()).contains("linearizable");
        }
    }

    /** A sequence of which every node holds a lease. */
    private static String heldByAll(String name, String definition) {
        String path = "/v1/sequences/" + name;
        call("PUT", 0, path, definition);
        for (int node = 0; node < NODES; node++) {
            assertThat(call("POST", node, path + "/next", "").path("value").asText())
                    .isNotEmpty();
        }
        return path;
    }

    private static List<Long> epochsOfAll(String path) {
        List<Long> epochs = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            epochs.add(call("POST", node, path + "/next", "").path("epoch").asLong());
        }
        return epochs;
    }

    /** Who wrote the newest event of a sequence. */
    private static String writerOf(String name) {
        return EmbeddedServer.value(
                directory.resolve("data"),
                "SELECT convert_from(event_payload, 'UTF8')::jsonb ->> 'node' FROM event_journal"
                        + " WHERE persistence_id = 'counter|" + name + "' ORDER BY sequence_number DESC LIMIT 1");
    }

    /** The number of that node. */
    private static int ownerOf(String name) {
        String address = writerOf(name);
        for (int node = 0; node < NODES; node++) {
            for (JsonNode member : call("GET", node, "/v1/cluster", "").path("members")) {
                if (member.path("address").asText().endsWith(address)) {
                    return Integer.parseInt(member.path("httpEndpoint").asText().replaceAll(".*:", "")) - port;
                }
            }
        }
        throw new AssertionError("no node knows " + address);
    }

    private static void signal(String signal, int node) throws IOException {
        Matcher pid =
                Pattern.compile("Node " + (node + 1) + " \\(pid (\\d+)\\)").matcher(cluster.output());
        assertThat(pid.find()).isTrue();
        Signals.send(signal, List.of(Long.valueOf(pid.group(1))));
    }

    private static String endpoint(int node) {
        return "http://127.0.0.1:" + (port + node);
    }

    private static JsonNode call(String method, int node, String path, String body) {
        return send(method, node, path, body).join();
    }

    private static CompletableFuture<JsonNode> send(String method, int node, String path, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(endpoint(node) + path))
                .timeout(Duration.ofSeconds(20))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        return http.sendAsync(request, BodyHandlers.ofString())
                .thenApply(HttpResponse::body)
                .thenApply(LiveChangeIT::json);
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError("not JSON: " + text, e);
        }
    }
}
