package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.core.Block;
import dev.seqd.core.Position;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Order and uniqueness under real threads. */
class ManyThreadsTest {
    private static final int THREADS = 8;
    private static final int EACH = 100_000;

    private final ScriptedSource source = new ScriptedSource();

    @ParameterizedTest
    @CsvSource({"1, 1", "-1, -1", "-9223372036854775808, 3", "9223372036854775807, -1000"})
    void next_byManyThreads_isUniqueAndOrderedInEach(long start, long increment) {
        source.answer(new FakeSequence(start, increment));
        try (SeqClient client = client()) {
            Sequence sequence = client.sequence("s");
            List<long[]> taken = inParallel(THREADS, i -> LongsOf.calls(EACH, sequence::next));

            assertEachOrdered(taken, increment > 0);
            assertDistinct(taken, THREADS * EACH);
        }
    }

    @Test
    void next_singlesAndBulkTogether_isUniqueAndOrderedInEach() {
        source.answer(new FakeSequence(1, 1).limit(1000));
        try (SeqClient client = client()) {
            List<long[]> taken = inParallel(
                    THREADS,
                    i -> i % 2 == 0
                            ? LongsOf.calls(EACH, () -> client.next("s"))
                            : LongsOf.blocks(1000, () -> client.next("s", 37)));

            assertEachOrdered(taken, true);
            assertDistinct(taken, 4 * EACH + 4 * 37_000);
        }
    }

    @Test
    void next_epochsRiseMeanwhile_areSeenInOrderByEach() {
        FakeSequence service = new FakeSequence(1, 1).limit(50);
        AtomicInteger grants = new AtomicInteger();
        source.answer(request -> {
            if (grants.incrementAndGet() % 20 == 0) {
                service.restart(1);
            }
            return service.grant(request);
        });
        try (SeqClient client = client()) {
            inParallel(THREADS, i -> {
                Position last = new Position(1, 1, 0);
                for (int call = 0; call < 5000; call++) {
                    Position next = client.next("s", 1).get(0).start();
                    assertThat(next.isBeyond(last, true)).isTrue();
                    last = next;
                }
                return new long[0];
            });
        }
        assertThat(grants.get()).isGreaterThan(100);
    }

    @Test
    void next_strictAndCachedByTurns_isSeenInOrderByEach() {
        FakeSequence service = new FakeSequence(1, 1).limit(50);
        AtomicInteger grants = new AtomicInteger();
        source.answer(request -> {
            int grant = grants.incrementAndGet();
            if (grant % 20 == 0) {
                service.cacheable(grant % 40 == 0).restart(1);
            }
            return service.grant(request);
        });
        try (SeqClient client = client()) {
            inParallel(THREADS, i -> {
                Position last = new Position(1, 1, 0);
                for (int call = 0; call < 5000; call++) {
                    Position next = client.next("s", 1).get(0).start();
                    assertThat(next.isBeyond(last, true)).isTrue();
                    last = next;
                }
                return new long[0];
            });
        }
        assertThat(grants.get()).isGreaterThan(100);
    }

    /** Threads that take turns: each value is beyond the one that the other thread was given before. */
    @Test
    void next_handedFromThreadToThread_growsInHappensBeforeOrder() {
        source.answer(new FakeSequence(1, 1).limit(3));
        try (SeqClient client = client()) {
            Sequence sequence = client.sequence("s");
            long[] last = {0};
            Object baton = new Object();
            List<long[]> taken = inParallel(
                    THREADS,
                    i -> LongsOf.calls(2000, () -> {
                        synchronized (baton) {
                            long value = sequence.next();
                            assertThat(value).isGreaterThan(last[0]);
                            last[0] = value;
                            return value;
                        }
                    }));

            assertDistinct(taken, THREADS * 2000);
        }
    }

    @Test
    void next_uncacheable_isUniqueAndOrderedInEach() {
        source.answer(new FakeSequence(1, 1).cacheable(false));
        try (SeqClient client = client()) {
            List<long[]> taken = inParallel(THREADS, i -> LongsOf.calls(1000, () -> client.next("s")));

            assertEachOrdered(taken, true);
            assertDistinct(taken, THREADS * 1000);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 100})
    void herd_fiveHundredThreadsAtOnce_allGetAValue(int blockSize) {
        source.answer(new FakeSequence(1, 1).limit(blockSize));
        try (SeqClient client = client()) {
            List<long[]> taken = inParallel(500, i -> LongsOf.calls(1, () -> client.next("s")));

            assertDistinct(taken, 500);
        }
    }

    @Test
    void herd_asyncCalls_allGetAValue() {
        source.answer(new FakeSequence(1, 1).limit(7));
        try (SeqClient client = client()) {
            List<CompletableFuture<Long>> calls = IntStream.range(0, 10_000)
                    .mapToObj(i -> client.nextAsync("s"))
                    .toList();

            assertThat(calls.stream().map(CompletableFuture::join).distinct()).hasSize(10_000);
        }
    }

    private SeqClient client() {
        return SeqClient.builder()
                .endpoints("http://node")
                .source(source)
                .maxWait(Duration.ofMinutes(1))
                .build();
    }

    private static List<long[]> inParallel(int threads, IntFunction<long[]> work) {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        CyclicBarrier start = new CyclicBarrier(threads);
        try {
            return IntStream.range(0, threads)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> together(start, work, i), pool))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList();
        } finally {
            pool.shutdownNow();
        }
    }

    private static long[] together(CyclicBarrier start, IntFunction<long[]> work, int index) {
        try {
            start.await(1, TimeUnit.MINUTES);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return work.apply(index);
    }

    private static void assertEachOrdered(List<long[]> taken, boolean ascending) {
        for (long[] values : taken) {
            for (int i = 1; i < values.length; i++) {
                if (ascending ? values[i] <= values[i - 1] : values[i] >= values[i - 1]) {
                    throw new AssertionError(values[i] + " came after " + values[i - 1]);
                }
            }
        }
    }

    private static void assertDistinct(List<long[]> taken, int count) {
        assertThat(taken.stream().flatMapToLong(Arrays::stream).distinct().count())
                .isEqualTo(count);
    }

    /** Collects values without boxing. */
    private static final class LongsOf {
        private interface One {
            long take();
        }

        private interface Several {
            List<Block> take();
        }

        private static long[] calls(int times, One call) {
            return IntStream.range(0, times).mapToLong(i -> call.take()).toArray();
        }

        private static long[] blocks(int times, Several call) {
            return IntStream.range(0, times)
                    .boxed()
                    .flatMap(i -> call.take().stream())
                    .flatMapToLong(block -> LongStream.range(0, block.count()).map(block::valueAt))
                    .toArray();
        }
    }
}
