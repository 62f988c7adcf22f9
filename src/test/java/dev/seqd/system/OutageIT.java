package dev.seqd.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.seqd.client.SeqClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes and their database, all of which stand still for a time, and callers who shall not notice. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OutageIT {
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration RUN = Duration.ofMinutes(1);
    private static final Duration OUTAGE = Duration.ofSeconds(25);
    private static final Duration BACK = Duration.ofSeconds(5);
    private static final int NODES = 3;
    private static final int RATE = 1000;
    private static final long BUFFER = 30L * RATE;
    private static final int CALLS = 10_000;
    private static final Pattern VALUE = Pattern.compile("\"value\":\"(\\d+)\",\"epoch\":(\\d+)");

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
    void order_oneCallerOverAllNodesWhoTellsHisLastNumber_numbersGrow() {
        create("told");
        long last = 0;
        String query = "";
        for (int call = 0; call < CALLS; call++) {
            Matcher value = next(call % NODES, "told", query);
            assertThat(Long.parseLong(value.group(1))).isGreaterThan(last);
            last = Long.parseLong(value.group(1));
            query = "?after=" + last + "&epoch=" + value.group(2);
        }
    }

    @Test
    @Order(2)
    void order_oneCallerOverAllNodesWhoTellsNothing_numbersOfEachNodeGrow() {
        create("untold");
        List<List<Long>> values = IntStream.range(0, NODES)
                .mapToObj(i -> (List<Long>) new ArrayList<Long>())
                .toList();
        for (int call = 0; call < CALLS / 10; call++) {
            values.get(call % NODES)
                    .add(Long.parseLong(next(call % NODES, "untold", "").group(1)));
        }

        assertThat(values).allSatisfy(ofOne -> assertThat(ofOne).isSorted());
        assertThat(values.stream().flatMap(List::stream)).hasSize(CALLS / 10).doesNotHaveDuplicates();
    }

    /**
     * The client is warm when it was granted what lasts for its 30 s; nobody else is granted anything meanwhile. The nodes
     * stop when it is about to ask again, and in the end it has used more than it can have held then.
     */
    @Test
    @Order(3)
    void outage_databaseThenAllNodesStandStill_warmClientNeverWaits() throws Exception {
        create("warm");
        long before = granted();
        try (SeqClient client = SeqClient.connect(endpoint(0), endpoint(1), endpoint(2));
                SteadyTaker taker = new SteadyTaker(client.sequence("warm"), RATE)) {
            await().atMost(RUN).until(() -> granted() - before - taker.count() > BUFFER + BUFFER / 2);
            long waitsWhileCold = taker.waits();
            assertThat(waitsWhileCold).as("the first call has to wait").isPositive();

            standStill(database());
            await().atMost(BACK)
                    .until(() -> send("PUT", 0, "/v1/sequences/new", "{}").contains("\"new\""));
            await().atMost(RUN).until(() -> isBetween(granted() - before - taker.count(), BUFFER, BUFFER + 5L * RATE));

            long grantedThen = granted();
            long takenThen = taker.count();
            standStill(nodes());
            await().atMost(BACK).until(() -> granted() > grantedThen + BUFFER / 2);
            await().atMost(RUN).until(() -> taker.count() > takenThen + BUFFER + 6L * RATE);
            assertThat(taker.waits()).as("longest call: %s", taker.longest()).isEqualTo(waitsWhileCold);
            assertThat(taker.failures()).isZero();
            assertThat(taker.disorders()).isZero();
        }
    }

    private static boolean isBetween(long value, long least, long most) {
        return value >= least && value <= most;
    }

    /** Stops processes, and lets them go on after the time of an outage. */
    private static void standStill(List<Long> pids) throws IOException {
        Signals.send("STOP", pids);
        long startNanos = System.nanoTime();
        try {
            await().atMost(RUN).until(() -> System.nanoTime() - startNanos > OUTAGE.toNanos());
        } finally {
            Signals.send("CONT", pids);
        }
    }

    private static List<Long> nodes() {
        return cluster.children().stream().map(ProcessHandle::pid).toList();
    }

    private static List<Long> database() throws IOException {
        return EmbeddedServer.processes(directory.resolve("data")).stream()
                .map(ProcessHandle::pid)
                .toList();
    }

    /** How many values the nodes have granted in all. */
    private static long granted() {
        return IntStream.range(0, NODES)
                .mapToObj(node -> send("GET", node, "/metrics", ""))
                .flatMap(String::lines)
                .filter(line -> line.startsWith("seqd_values_granted_total "))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.indexOf(' '))))
                .sum();
    }

    private static void create(String name) {
        assertThat(send("PUT", 0, "/v1/sequences/" + name, "{}")).contains("\"" + name + "\"");
    }

    private static Matcher next(int node, String name, String query) {
        Matcher value = VALUE.matcher(send("POST", node, "/v1/sequences/" + name + "/next" + query, ""));
        assertThat(value.find()).isTrue();
        return value;
    }

    private static String endpoint(int node) {
        return "http://127.0.0.1:" + (port + node);
    }

    private static String send(String method, int node, String path, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(endpoint(node) + path))
                .timeout(Duration.ofSeconds(20))
                .method(method, BodyPublishers.ofString(body))
                .build();
        return http.sendAsync(request, BodyHandlers.ofString()).join().body();
    }
}
