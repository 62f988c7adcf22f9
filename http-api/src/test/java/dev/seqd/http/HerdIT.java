package dev.seqd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.seqd.client.SeqClient;
import dev.seqd.client.Sequence;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Many threads of one client, and a node that is far away. */
class HerdIT {
    private static final Duration RUN = Duration.ofSeconds(20);
    private static final Duration FAR = Duration.ofMillis(200);
    private static final int THREADS = 64;
    private static final int CACHED = 1000;

    @TempDir
    private static Path data;

    private static LiveNode node;

    @BeforeAll
    static void start() {
        node = LiveNode.start(data);
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    private static void create(String name, String definition) {
        assertThat(node.call("PUT", "/v1/sequences/" + name, definition).status())
                .isEqualTo(201);
    }

    private static SeqClient client(UnreliableNode way, int cached) {
        return SeqClient.builder()
                .endpoints(way.endpoint())
                .discoverNodes(false)
                .maxCached(cached)
                .build();
    }

    /** Each refill is crossed into by all threads at once: all take as many as they can. */
    @Test
    void herd_manyThreadsCrossTheThresholdTogether_oneRefillAtATime() throws IOException {
        create("crossed", "{}");
        try (UnreliableNode way = new UnreliableNode(node);
                SeqClient client = client(way, CACHED)) {
            way.delaying(Duration.ofMillis(20));
            Sequence sequence = client.sequence("crossed");
            List<Long> values =
                    together(
                                    THREADS,
                                    () -> IntStream.range(0, 500)
                                            .mapToObj(i -> sequence.next())
                                            .toList())
                            .stream()
                            .flatMap(List::stream)
                            .toList();

            assertThat(values).hasSize(THREADS * 500).doesNotHaveDuplicates();
            assertThat(way.mostUnderWay()).isEqualTo(1);
            assertThat(way.requests()).isGreaterThan(THREADS * 500 / CACHED / 2);
        }
    }

    /**
     * 64 threads at 1,000 a second, and 200 ms to each block. A stock for four seconds outlasts what a busy machine does to
     * the threads that refill it; with one for a second a pause of 300 ms of theirs leaves none.
     */
    @Test
    void herd_refillsFarAwayAndNumbersInStock_noCallWaits() throws IOException {
        create("steady", "{}");
        try (UnreliableNode way = new UnreliableNode(node);
                SeqClient client = client(way, 4 * CACHED);
                PacedThreads callers = new PacedThreads(client.sequence("steady"), THREADS, 1000)) {
            way.delaying(FAR);
            await().atMost(RUN).until(() -> callers.count() > 8000);
            long waitsBefore = callers.waits();
            int refillsBefore = way.requests();
            await().atMost(RUN).until(() -> way.requests() >= refillsBefore + 3);

            assertThat(callers.waits() - waitsBefore).isZero();
            assertThat(callers.waits())
                    .as("the first calls did wait, and that was noticed")
                    .isPositive();
            assertThat(way.mostUnderWay()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"500, first10, {}", "1000, always100, {\"sizing\":{\"clientMax\":100}}"})
    void prefetch_moreThreadsThanABlockHolds_allAreServedInTime(int threads, String name, String definition)
            throws IOException {
        create(name, definition);
        try (UnreliableNode way = new UnreliableNode(node);
                SeqClient client = client(way, 10_000_000)) {
            way.delaying(Duration.ofMillis(100));

            List<Long> values = together(threads, () -> client.next(name));

            assertThat(values).hasSize(threads).doesNotHaveDuplicates();
            assertThat(way.mostUnderWay()).isEqualTo(1);
        }
    }

    /** Runs it in so many threads, which all begin when the last of them is there. */
    private static <T> List<T> together(int threads, Supplier<T> call) {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        CyclicBarrier start = new CyclicBarrier(threads);
        try {
            return IntStream.range(0, threads)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> atOnce(start, call), pool))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList();
        } finally {
            pool.shutdownNow();
        }
    }

    private static <T> T atOnce(CyclicBarrier start, Supplier<T> call) {
        try {
            start.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return call.get();
    }
}
