package dev.seqd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.seqd.client.SeqClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that arrived while their answers did not, or came too late: that costs numbers, and never gives one twice. */
class RetryIT {
    private static final Duration OUTAGE = Duration.ofSeconds(3);
    private static final Duration BACK = Duration.ofSeconds(5);
    private static final Duration DRAINED = Duration.ofSeconds(10);

    /** Longer than the client waits for an answer. */
    private static final Duration TOO_LATE = Duration.ofMillis(2500);

    /** Two a second for each of two tries, and those of the first second, when the pauses are short. */
    private static final int FEW_REQUESTS = 30;

    @TempDir
    private static Path data;

    private static LiveNode node;
    private static HttpClient http;

    @BeforeAll
    static void start() {
        node = LiveNode.start(data);
        http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    private static void create(String name, String definition) {
        assertThat(node.call("PUT", "/v1/sequences/" + name, definition).status())
                .isEqualTo(201);
    }

    private static CompletableFuture<HttpResponse<String>> next(String endpoint, String name) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(endpoint + "/v1/sequences/" + name + "/next"))
                .header("Accept", "text/plain")
                .POST(BodyPublishers.noBody())
                .build();
        return http.sendAsync(request, BodyHandlers.ofString());
    }

    private static long value(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return Long.parseLong(response.body().strip());
    }

    @Test
    void retry_answersLostAThousandTimes_burnsOneNumberEach() throws IOException {
        create("lost", "{}");
        AtomicInteger turn = new AtomicInteger();
        List<Long> values = new ArrayList<>();
        try (UnreliableNode way = new UnreliableNode(node)) {
            way.losing(() -> turn.incrementAndGet() % 11 != 0);
            while (way.requests() < 1100) {
                HttpResponse<String> answer = next(way.endpoint(), "lost")
                        .handle((response, lost) -> response)
                        .join();
                if (answer != null) {
                    values.add(value(answer));
                }
            }

            assertThat(values).hasSizeBetween(90, 110).isSorted().doesNotHaveDuplicates();
            assertThat(value(next(node.endpoint(), "lost").join())).isEqualTo(way.requests() + 1);
        }
    }

    @Test
    void retry_clientWhoseAnswersAreLost_asksSeldomAndGoesOn() throws IOException {
        create("lossy", "{}");
        AtomicInteger turn = new AtomicInteger();
        try (UnreliableNode way = new UnreliableNode(node);
                SeqClient client = SeqClient.builder()
                        .endpoints(way.endpoint())
                        .discoverNodes(false)
                        .maxCached(100)
                        .build();
                Drain drain = new Drain(client, "lossy")) {
            await().atMost(BACK).until(() -> drain.count() > 1000);
            way.losing(() -> turn.incrementAndGet() % 3 == 0);
            await().atMost(BACK).until(() -> turn.get() > 30);
            way.losing(() -> true);
            int before = way.requests();
            await().during(OUTAGE).atMost(BACK).until(() -> way.requests() - before < FEW_REQUESTS);
            way.losing(() -> false);
            int stock = drain.count();
            await().atMost(BACK).until(() -> drain.count() > stock + 1000);

            assertThat(drain.stop()).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    void retry_answersLaterThanTheClientWaits_areNeverUsed() throws IOException {
        create("late", "{}");
        try (UnreliableNode way = new UnreliableNode(node);
                SeqClient client = SeqClient.builder()
                        .endpoints(way.endpoint())
                        .discoverNodes(false)
                        .maxCached(100)
                        .build();
                Drain drain = new Drain(client, "late")) {
            await().atMost(BACK).until(() -> drain.count() > 1000);
            way.delaying(TOO_LATE);
            int before = way.requests();
            await().atMost(DRAINED).until(() -> way.requests() - before >= 3);
            assertThat(way.requests() - before).isLessThan(FEW_REQUESTS);
            way.delaying(Duration.ZERO);
            int stock = drain.count();
            await().atMost(BACK).until(() -> drain.count() > stock + 1000);

            assertThat(drain.stop()).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    void retry_journalStands_timedOutRequestsLeaveOnlyGaps() throws SQLException {
        create("stands", "{}");
        create("stands_strict", "{\"order\":\"strict\"}");
        List<String> names = List.of("stands", "stands_strict");
        try (Connection other = node.connection()) {
            other.setAutoCommit(false);
            other.createStatement().execute("SELECT 1 FROM seqd_sequence WHERE name LIKE 'stands%' FOR UPDATE");
            List<CompletableFuture<HttpResponse<String>>> calls = IntStream.range(0, 100)
                    .mapToObj(i -> next(node.endpoint(), names.get(i % 2)))
                    .toList();
            assertThat(calls)
                    .allSatisfy(call -> assertThat(call.join().statusCode()).isEqualTo(503));
            other.rollback();
        }
        for (String name : names) {
            await().atMost(DRAINED)
                    .until(() -> next(node.endpoint(), name).join().statusCode() == 200);
            List<CompletableFuture<HttpResponse<String>>> together = IntStream.range(0, 100)
                    .mapToObj(i -> next(node.endpoint(), name))
                    .toList();
            List<Long> values = new ArrayList<>(
                    together.stream().map(call -> value(call.join())).toList());
            assertThat(values).doesNotHaveDuplicates();
            long last = values.stream().mapToLong(Long::longValue).max().orElseThrow();
            assertThat(value(next(node.endpoint(), name).join())).isGreaterThan(last);
        }
    }
}
