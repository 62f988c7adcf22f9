package dev.seqd.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.seqd.client.SeqClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes in processes of their own; one that is killed is started again. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterIT {
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration RUN = Duration.ofMinutes(2);
    private static final int SEQUENCES = 12;
    private static final Duration PAUSE = Duration.ofMillis(1);
    private static final int MAX_CACHED = 500;
    private static final int MANY_REFILLS = 10 * MAX_CACHED;

    @TempDir
    private static Path directory;

    private static int port;
    private static SeqdProcess cluster;

    @BeforeAll
    static void startCluster() {
        port = Ports.free(3);
        cluster = SeqdProcess.start(
                directory, "cluster", "--nodes", "3", "--restart", "--http-port", Integer.toString(port));
        cluster.awaitOutput("The cluster is up", START);
    }

    @AfterAll
    static void endCluster() throws IOException {
        cluster.close();
        EmbeddedServer.killAll(directory.resolve("data"));
    }

    @Test
    @Order(1)
    void nodes_threeUp_listsThemWithTheirShards() throws Exception {
        try (SeqdProcess nodes = SeqdProcess.start(directory, "nodes", "--endpoint", endpoint(1))) {
            assertThat(nodes.awaitExit(RUN)).isZero();
            assertThat(nodes.output().lines().filter(line -> line.contains(" up ")))
                    .hasSize(3);
            assertThat(nodes.output())
                    .contains(endpoint(0))
                    .contains(endpoint(1))
                    .contains(endpoint(2));
        }
    }

    @Test
    @Order(2)
    void cluster_oneNodeKilled_clientsGoOnInOrderWithoutDuplicates() throws Exception {
        for (int i = 0; i < SEQUENCES; i++) {
            assertThat(send("PUT", endpoint(i % 3), "/v1/sequences/s" + i, "{}").statusCode())
                    .isEqualTo(201);
        }
        try (SeqClient first = client(endpoint(0), endpoint(1), endpoint(2));
                SeqClient second = client(endpoint(2), endpoint(1), endpoint(0))) {
            List<Taker> takers = new ArrayList<>();
            for (int i = 0; i < SEQUENCES; i++) {
                takers.add(new Taker(i % 2 == 0 ? first : second, "s" + i, PAUSE));
                takers.add(new Taker(i % 2 == 0 ? second : first, "s" + i, PAUSE));
            }
            await().atMost(RUN).until(() -> takers.stream().allMatch(taker -> taker.count() > 1_000));
            killNode(2);
            long[] before = takers.stream().mapToLong(Taker::count).toArray();
            await().atMost(RUN).until(() -> allBeyond(takers, before, MANY_REFILLS));
            takers.forEach(Taker::close);
            for (int i = 0; i < SEQUENCES; i++) {
                uniqueAndInOrder(takers.get(2 * i).stop(), takers.get(2 * i + 1).stop());
            }
        }
        assertThat(cluster.output()).contains("Node 2").contains("ended with code 137");
    }

    /** Clients that keep little, so that they need the cluster all the time. */
    private static SeqClient client(String... endpoints) {
        return SeqClient.builder().endpoints(endpoints).maxCached(MAX_CACHED).build();
    }

    private static boolean allBeyond(List<Taker> takers, long[] before, long more) {
        for (int i = 0; i < before.length; i++) {
            if (takers.get(i).count() < before[i] + more) {
                return false;
            }
        }
        return true;
    }

    private static void uniqueAndInOrder(List<Long> one, List<Long> other) {
        assertThat(one).isSorted();
        assertThat(other).isSorted();
        Set<Long> all = new HashSet<>(one);
        all.addAll(other);
        assertThat(all).hasSize(one.size() + other.size());
    }

    @Test
    @Order(3)
    void bench_oneNodeKilledMeanwhile_verificationPasses() throws Exception {
        await().atMost(START)
                .ignoreExceptions()
                .until(() -> send("GET", endpoint(1), "/health/ready", "").statusCode() == 200);
        Path report = directory.resolve("report.json");
        try (SeqdProcess bench = SeqdProcess.start(
                directory,
                "bench",
                "--endpoint",
                endpoint(0) + "," + endpoint(1) + "," + endpoint(2),
                "--sequences=300",
                "--rate=3000",
                "--clients=2",
                "--warmup=5s",
                "--duration=20s",
                "--report=" + report)) {
            bench.awaitOutput("measuring", RUN);
            killNode(3);
            assertThat(bench.awaitExit(RUN)).as(bench.output()).isZero();
            assertThat(report).content().contains("\"duplicates\" : 0").contains("\"orderViolations\" : 0");
        }
    }

    private static String endpoint(int node) {
        return "http://127.0.0.1:" + (port + node);
    }

    private static void killNode(int number) {
        ProcessHandle.of(pid(number)).orElseThrow().destroyForcibly();
    }

    /** Of the latest life of a node. */
    private static long pid(int number) {
        return Pattern.compile("Node " + number + " \\(pid (\\d+)\\)")
                .matcher(cluster.output())
                .results()
                .mapToLong(life -> Long.parseLong(life.group(1)))
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    private static HttpResponse<String> send(String method, String endpoint, String path, String body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(endpoint + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    }
}
