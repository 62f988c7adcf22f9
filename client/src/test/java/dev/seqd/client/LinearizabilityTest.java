package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Calls on a sequence that nobody may cache: whatever begins after another call has ended gets a larger value. */
class LinearizabilityTest {
    private static final int THREADS = 16;
    private static final int EACH = 500;

    private final FakeSequence service = new FakeSequence(1, 1).cacheable(false);
    private final History history = new History();

    @Test
    void next_manyThreadsOfOneClient_isLinearizable() {
        try (Network network = new Network(service);
                SeqClient client = client(network)) {
            run(i -> () -> client.next("s"));

            assertThat(history.offender()).isEmpty();
        }
    }

    @Test
    void next_manyThreadsOfTwoClients_isLinearizable() {
        try (Network network = new Network(service);
                SeqClient one = client(network);
                SeqClient two = client(network)) {
            run(i -> () -> (i % 2 == 0 ? one : two).next("s"));

            assertThat(history.offender()).isEmpty();
        }
    }

    @Test
    void nextAsync_manyThreadsOfTwoClients_isLinearizable() {
        try (Network network = new Network(service);
                SeqClient one = client(network);
                SeqClient two = client(network)) {
            run(i -> () -> i % 2 == 0 ? one.nextAsync("s").join() : two.next("s"));

            assertThat(history.offender()).isEmpty();
        }
    }

    /** The other client sees values in between, and so would a value that came from a stock. */
    @Test
    void next_fromAStock_isFoundOut() {
        FakeSequence cached = new FakeSequence(1, 1);
        try (Network network = new Network(cached);
                SeqClient one = client(network);
                SeqClient two = client(network)) {
            for (int i = 0; i < 20; i++) {
                history.record(() -> one.next("s"));
                history.record(() -> two.next("s"));
            }

            assertThat(history.offender()).isPresent();
        }
    }

    @Test
    void offender_overlappingCallsInAnyOrder_isNone() {
        history.note(new History.Call(1, 4, 2));
        history.note(new History.Call(2, 3, 1));
        history.note(new History.Call(5, 6, 3));

        assertThat(history.offender()).isEmpty();
    }

    @Test
    void offender_smallerThanOneThatHadEnded_isIt() {
        history.note(new History.Call(1, 2, 7));
        history.note(new History.Call(3, 5, 6));
        history.note(new History.Call(4, 6, 8));

        assertThat(history.offender()).contains(new History.Call(3, 5, 6));
    }

    private void run(Work work) {
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try {
            List<CompletableFuture<Void>> all = IntStream.range(0, THREADS)
                    .mapToObj(i -> CompletableFuture.runAsync(() -> repeat(work.of(i)), pool))
                    .toList();
            all.forEach(CompletableFuture::join);
        } finally {
            pool.shutdownNow();
        }
        assertThat(history.size()).isEqualTo(THREADS * EACH);
    }

    private void repeat(LongSupplier call) {
        for (int i = 0; i < EACH; i++) {
            history.record(call);
        }
    }

    private static SeqClient client(BlockSource network) {
        return SeqClient.builder()
                .endpoints("http://node")
                .source(network)
                .maxWait(Duration.ofMinutes(1))
                .build();
    }

    private interface Work {
        LongSupplier of(int thread);
    }

    /** A service on threads of its own, so that callers arrive while a request is on its way, and while it is answered. */
    private static final class Network implements BlockSource {
        private final ExecutorService threads = Executors.newFixedThreadPool(2);
        private final FakeSequence service;

        Network(FakeSequence service) {
            this.service = service;
        }

        @Override
        public CompletableFuture<List<Member>> members(URI node) {
            return CompletableFuture.failedFuture(new IOException("no cluster"));
        }

        @Override
        public CompletableFuture<Grant> ask(URI node, BlockRequest request) {
            return CompletableFuture.supplyAsync(() -> service.grant(request), threads)
                    .thenApplyAsync(grant -> grant, threads);
        }

        @Override
        public void close() {
            threads.shutdown();
        }
    }
}
