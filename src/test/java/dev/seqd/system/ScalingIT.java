package dev.seqd.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.seqd.client.SeqClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node joins, one is drained, and all are restarted with another version, while callers go on without a failure. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ScalingIT {
    private static final Logger LOG = LoggerFactory.getLogger(ScalingIT.class);
    private static final Duration END = Duration.ofSeconds(40);
    private static final Duration FAIR = Duration.ofSeconds(30);
    private static final Duration LONGEST = Duration.ofSeconds(5);
    private static final int NODES = 3;
    private static final int SEQUENCES = 300;
    private static final int FAIR_SHARE = 48;
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    private static Path directory;

    private static ServeNodes nodes;
    private static HttpClient http;

    @BeforeAll
    static void start() {
        nodes = new ServeNodes(directory, NODES + 1);
        http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        nodes.add(NODES);
        names("cold")
                .forEach(name -> assertThat(send("PUT", 0, "/v1/sequences/" + name, "{}"))
                        .contains(name));
        List.of("warm0", "warm1", "warm2").forEach(name -> send("PUT", 0, "/v1/sequences/" + name, "{}"));
    }

    @AfterAll
    static void end() {
        nodes.close();
    }

    private static List<String> names(String prefix) {
        return IntStream.range(0, SEQUENCES).mapToObj(i -> prefix + i).toList();
    }

    /** Callers that hold nothing and callers that hold stock, until it is closed; then it judges. */
    private static final class Load implements AutoCloseable {
        private final SeqClient client =
                SeqClient.connect(nodes.endpoints(NODES).toArray(String[]::new));
        private final Balancer balancer = new Balancer(nodes.endpoints(NODES + 1));
        private final List<SteadyTaker> warm = new ArrayList<>();
        private final List<ColdCaller> cold = new ArrayList<>();

        Load() {
            for (int i = 0; i < 3; i++) {
                warm.add(new SteadyTaker(client.sequence("warm" + i), 200));
                cold.add(new ColdCaller(balancer, names("cold")));
            }
            await().atMost(END).until(() -> warm.stream().allMatch(taker -> taker.count() > 100));
        }

        @Override
        public void close() {
            warm.forEach(SteadyTaker::close);
            cold.forEach(ColdCaller::close);
            balancer.close();
            client.close();
            LOG.info(
                    "warm calls {}, cold calls {}, longest cold call {}",
                    warm.stream().mapToLong(SteadyTaker::count).sum(),
                    cold.stream().mapToLong(ColdCaller::count).sum(),
                    cold.stream().map(ColdCaller::longest).max(Duration::compareTo));
        }

        void assertThatNobodyNoticed() {
            assertThat(cold).allSatisfy(caller -> assertThat(caller.failures()).isEmpty());
            assertThat(cold).allSatisfy(caller -> assertThat(caller.longest()).isLessThan(LONGEST));
            assertThat(cold.stream().flatMap(caller -> caller.values().stream()))
                    .doesNotHaveDuplicates();
            assertThat(warm).allSatisfy(taker -> {
                assertThat(taker.failures()).isZero();
                assertThat(taker.disorders()).isZero();
            });
        }
    }

    @Test
    @Order(1)
    void join_underLoad_hasItsShareOfShardsSoon() {
        Load load = new Load();
        try (load) {
            nodes.add(1);
            long startNanos = System.nanoTime();
            await().atMost(FAIR).until(() -> shards(NODES) >= FAIR_SHARE);
            LOG.info(
                    "{} shards after {} ms",
                    shards(NODES),
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos));
        }
        load.assertThatNobodyNoticed();
    }

    @Test
    @Order(2)
    void drain_underLoadByTheCommand_leavesAndEndsInGoodOrder() {
        Load load = new Load();
        try (load;
                SeqdProcess drain = SeqdProcess.start(
                        directory, "drain", nodes.endpoint(NODES), "--wait", "--endpoint", nodes.endpoint(0))) {
            assertThat(nodes.node(NODES).awaitExit(END))
                    .as(nodes.node(NODES).output())
                    .isZero();
            assertThat(drain.awaitExit(END)).as(drain.output()).isZero();
            assertThat(drain.output()).contains("draining").contains("gone");
            assertThat(nodes.node(NODES).output()).contains("drained on request");
            assertThat(members(0)).hasSize(NODES);
        }
        load.assertThatNobodyNoticed();
        try (SeqdProcess drain = SeqdProcess.start(directory, "drain", "nobody", "--endpoint", nodes.endpoint(0))) {
            assertThat(drain.awaitExit(END)).isEqualTo(3);
        }
    }

    @Test
    @Order(3)
    void rollingUpgrade_underLoad_nobodyNoticesAndIdleCountersHaveNoGap() throws IOException {
        Path newer = Files.writeString(directory.resolve("newer.conf"), "seqd.cluster.app-version = \"9.1.0\"");
        names("idle").stream().limit(30).forEach(name -> {
            send("PUT", 0, "/v1/sequences/" + name, "{}");
            assertThat(next(name, name.length() % NODES)).isEqualTo("1");
        });
        Load load = new Load();
        try (load) {
            for (int node = 0; node < NODES; node++) {
                nodes.node(node).interrupt();
                assertThat(nodes.node(node).awaitExit(END))
                        .as(nodes.node(node).output())
                        .isZero();
                nodes.startAgain(node, "--config", newer.toString());
            }
        }
        load.assertThatNobodyNoticed();
        assertThat(members(1))
                .allSatisfy(
                        member -> assertThat(member.path("appVersion").asText()).isEqualTo("9.1.0"));
        names("idle").stream()
                .limit(30)
                .forEach(name -> assertThat(next(name, 1)).as(name).isEqualTo("2"));
    }

    private static String next(String name, int node) {
        return send("POST", node, "/v1/sequences/" + name + "/next", "").replaceAll(".*\"value\":\"(\\d+)\".*", "$1");
    }

    private static int shards(int node) {
        return members(0)
                .filter(member ->
                        nodes.endpoint(node).equals(member.path("httpEndpoint").asText()))
                .mapToInt(member -> member.path("shards").asInt())
                .sum();
    }

    private static Stream<JsonNode> members(int of) {
        try {
            JsonNode members = JSON.readTree(send("GET", of, "/v1/cluster", "")).path("members");
            return StreamSupport.stream(members.spliterator(), false);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String send(String method, int node, String path, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(nodes.endpoint(node) + path))
                .timeout(END)
                .method(method, BodyPublishers.ofString(body))
                .build();
        return http.sendAsync(request, BodyHandlers.ofString()).join().body();
    }
}
