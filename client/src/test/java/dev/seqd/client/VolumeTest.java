package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Very many values on many threads: strictly growing on each, and all together exactly those that the service granted. As
 * too many to be kept, they are compared by their number and by the sum of their hashes.
 */
class VolumeTest {
    private static final int THREADS = 8;
    private static final int BLOCK = 20_000;

    private final FakeSequence service = new FakeSequence(1, 1).limit(BLOCK);
    private final ScriptedSource source = new ScriptedSource();

    @Test
    void next_aHundredMillionValues_areExactlyThoseGranted() {
        assertExactlyThoseGranted(100_000_000);
    }

    @Test
    @Tag("long")
    void next_aBillionValues_areExactlyThoseGranted() {
        assertExactlyThoseGranted(1_000_000_000);
    }

    @Test
    void tally_oneValueTwiceInPlaceOfAnother_differs() {
        Tally right = Tally.NONE.with(1).with(2).with(3);

        assertThat(Tally.NONE.with(2).with(2).with(2)).isNotEqualTo(right);
        assertThat(Tally.NONE.with(1).with(2)).isNotEqualTo(right);
        assertThat(Tally.NONE.with(1).plus(Tally.NONE.with(3).with(2))).isEqualTo(right);
        assertThat(Tally.upTo(3)).isEqualTo(right);
    }

    private void assertExactlyThoseGranted(long values) {
        source.answer(service);
        try (SeqClient client = client()) {
            Sequence sequence = client.sequence("s");
            Tally drawn = inParallel(() -> draw(sequence, values / THREADS));
            source.fail(new SeqdException(SeqdError.EXHAUSTED, "no more"));
            Tally rest = drain(sequence);

            assertThat(drawn.count()).isEqualTo(values);
            assertThat(source.count()).isGreaterThanOrEqualTo((int) (values / BLOCK));
            assertThat(drawn.plus(rest)).isEqualTo(Tally.upTo(granted()));
        }
    }

    private static Tally draw(Sequence sequence, long times) {
        long sum = 0;
        long last = 0;
        for (long i = 0; i < times; i++) {
            long value = sequence.next();
            if (value <= last) {
                throw new AssertionError(value + " came after " + last);
            }
            last = value;
            sum += Tally.hash(value);
        }
        return new Tally(times, sum);
    }

    /** What is left once the service grants no more. */
    private static Tally drain(Sequence sequence) {
        Tally tally = Tally.NONE;
        while (true) {
            try {
                tally = tally.with(sequence.next());
            } catch (SeqdException e) {
                assertThat(e.error()).isEqualTo(SeqdError.EXHAUSTED);
                return tally;
            }
        }
    }

    /** The last value that was granted; all before it were, too. */
    private long granted() {
        return service.grant(new BlockRequest("s", 1, null, "test")).block().first() - 1;
    }

    private SeqClient client() {
        return SeqClient.builder()
                .endpoints("http://node")
                .source(source)
                .maxWait(Duration.ofMinutes(1))
                .build();
    }

    private interface Work {
        Tally run();
    }

    private static Tally inParallel(Work work) {
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try {
            List<CompletableFuture<Tally>> all = IntStream.range(0, THREADS)
                    .mapToObj(i -> CompletableFuture.supplyAsync(work::run, pool))
                    .toList();
            return all.stream().map(CompletableFuture::join).reduce(Tally.NONE, Tally::plus);
        } finally {
            pool.shutdownNow();
        }
    }

    /**
     * A multiset of values, in short.
     *
     * @param count how many
     * @param sum of their hashes, modulo 2^64
     */
    private record Tally(long count, long sum) {
        static final Tally NONE = new Tally(0, 0);

        static Tally upTo(long last) {
            return new Tally(
                    last,
                    LongStream.rangeClosed(1, last).parallel().map(Tally::hash).sum());
        }

        Tally with(long value) {
            return new Tally(count + 1, sum + hash(value));
        }

        Tally plus(Tally other) {
            return new Tally(count + other.count, sum + other.sum);
        }

        /** Spreads a value over all 64 bits, reversibly. */
        static long hash(long value) {
            long mixed = (value ^ (value >>> 31)) * 0x7FB5_D329_728E_A185L;
            mixed = (mixed ^ (mixed >>> 27)) * 0x81DA_DEF4_BC2D_D44DL;
            return mixed ^ (mixed >>> 33);
        }
    }
}
