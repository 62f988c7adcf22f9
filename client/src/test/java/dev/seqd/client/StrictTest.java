package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.core.Block;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Sequences whose values may not be kept, and those that become so or cease to be while in use. */
class StrictTest {
    private final Rig rig = new Rig();
    private final FakeSequence service = new FakeSequence(1, 1).cacheable(false);

    @Test
    void next_uncacheable_keepsNothingAndAsksForOneEachTime() {
        rig.source.answer(service);

        assertThat(rig.take("s", 4)).containsExactly(1L, 2L, 3L, 4L);
        assertThat(rig.held("s")).isZero();
        assertThat(counts()).containsExactly(10, 1, 1, 1);
        assertThat(lost()).isZero();
    }

    @Test
    void next_uncacheableBlockWithSurplus_dropsTheSurplus() {
        rig.source.answer(request -> new Grant("s", new Block(1, 1, 10, 1, 1), false, 1));
        rig.take("s", 1);
        rig.source.answer(request -> new Grant("s", new Block(11, 1, 1, 1, 1), false, 1));

        assertThat(rig.take("s", 1)).containsExactly(11L);
        assertThat(lost()).isEqualTo(9);
    }

    @Test
    void tick_uncacheable_fetchesNothingAhead() {
        rig.source.answer(service);
        rig.take("s", 100);
        int before = rig.source.count();
        rig.pass(Duration.ofMinutes(1));

        assertThat(rig.source.count()).isEqualTo(before);
    }

    @Test
    void tick_uncacheableAfterFailures_fetchesNothingAhead() {
        rig.source.answer(service);
        rig.take("s", 100);
        rig.source.fail(new IOException("down"));
        CompletableFuture<Long> failed = rig.sequence("s").nextAsync();
        rig.pass(Duration.ofSeconds(6));
        assertThat(failed).isCompletedExceptionally();
        rig.source.fail(new SeqdException(SeqdError.UNKNOWN_SEQUENCE, "no"));
        CompletableFuture<Long> refused = rig.sequence("s").nextAsync();
        rig.pass(Duration.ofSeconds(2));
        assertThat(refused).isCompletedExceptionally();
        int before = rig.source.count();
        rig.pass(Duration.ofMinutes(1));

        assertThat(rig.source.count()).isEqualTo(before);
    }

    @Test
    void next_uncacheable_servesOnlyWhoWaitedWhenItWasAskedFor() {
        List<CompletableFuture<Long>> early = rig.calls("s", 1);
        ScriptedSource.Asked first = rig.source.last();
        List<CompletableFuture<Long>> late = rig.calls("s", 3);
        first.answer().complete(new Grant("s", new Block(1, 1, 10, 1, 1), false, 1));
        assertThat(early.get(0)).isCompletedWithValue(1L);
        assertThat(late).noneSatisfy(call -> assertThat(call).isDone());

        assertThat(rig.source.last().request().count()).isEqualTo(3);
        rig.source.last().answer().complete(new Grant("s", new Block(11, 1, 3, 1, 1), false, 1));
        assertThat(late.stream().map(CompletableFuture::join)).containsExactly(11L, 12L, 13L);
    }

    @Test
    void next_manyCallsWhileOneIsInFlight_areOneRequestForAllOfThem() {
        List<CompletableFuture<Long>> calls = rig.calls("s", 64);
        assertThat(counts()).containsExactly(10);
        rig.source.last().grant(service);
        assertThat(counts()).containsExactly(10, 63);
        rig.source.last().grant(service);

        assertThat(calls.stream().map(CompletableFuture::join))
                .isEqualTo(IntStream.rangeClosed(1, 64).mapToObj(Long::valueOf).toList());
        assertThat(counts()).containsExactly(10, 63);
    }

    @Test
    void next_singlesAndBulk_areOneRequestForTheSum() {
        rig.source.answer(service);
        rig.take("s", 1);
        rig.source.hold();
        CompletableFuture<Long> first = rig.sequence("s").nextAsync();
        CompletableFuture<List<Block>> bulk = rig.sequence("s").nextAsync(50);
        List<CompletableFuture<Long>> singles = rig.calls("s", 3);
        rig.source.last().grant(service);
        assertThat(first).isCompletedWithValue(2L);

        assertThat(rig.source.last().request().count()).isEqualTo(53);
        rig.source.last().grant(service);
        assertThat(bulk.join()).containsExactly(new Block(3, 1, 50, 1, 1));
        assertThat(singles.stream().map(CompletableFuture::join)).containsExactly(53L, 54L, 55L);
    }

    /** Each of them calls again as soon as it has its value, while others are still being told. */
    @Test
    void next_callersComeBackAtOnce_shareOneRequestAgain() {
        rig.source.answer(service);
        rig.take("s", 1);
        rig.source.hold();
        CompletableFuture<Long> first = rig.sequence("s").nextAsync();
        List<CompletableFuture<Long>> calls = rig.calls("s", 5).stream()
                .map(call -> call.thenCompose(value -> rig.sequence("s").nextAsync()))
                .toList();
        rig.source.last().grant(service);
        rig.source.last().grant(service);

        assertThat(first).isCompleted();
        assertThat(counts()).containsExactly(10, 1, 5, 5);
        rig.source.last().grant(service);
        assertThat(calls.stream().map(CompletableFuture::join)).containsExactly(8L, 9L, 10L, 11L, 12L);
    }

    /** Whatever keeps the hand-over from ending, the next tick does not wait for it. */
    @Test
    void next_comesBackDuringAHandOverThatHangs_isAskedForByTheTick() {
        rig.source.answer(service);
        rig.take("s", 1);
        rig.source.hold();
        CompletableFuture<Integer> asked = rig.sequence("s").nextAsync().thenApply(value -> {
            var unused = rig.sequence("s").nextAsync();
            rig.pass(Rig.TICK);
            return rig.source.count();
        });
        rig.source.last().grant(service);

        assertThat(asked).isCompletedWithValue(3);
    }

    @Test
    void next_uncacheable_valuesOfCallsThatGaveUpAreGaps() {
        rig.source.answer(service);
        rig.take("s", 1);
        rig.source.hold();
        CompletableFuture<Long> cancelled = rig.sequence("s").nextAsync();
        CompletableFuture<Long> late = rig.sequence("s").nextAsync();
        cancelled.cancel(true);
        rig.source.last().grant(service);
        assertThat(late).isNotDone();

        rig.source.last().grant(service);
        assertThat(late).isCompletedWithValue(3L);
        assertThat(lost()).isEqualTo(1);
    }

    @Test
    void next_uncacheable_valuesOfCallsThatTimedOutAreGaps() {
        rig.source.answer(service);
        rig.take("s", 1);
        rig.source.hold();
        CompletableFuture<Long> early = rig.sequence("s").nextAsync();
        rig.pass(Duration.ofMillis(5100));
        assertThat(early).isCompletedExceptionally();
        CompletableFuture<Long> late = rig.sequence("s").nextAsync();
        rig.source.last().grant(service);
        assertThat(late).isNotDone();

        rig.source.last().grant(service);
        assertThat(late).isCompletedWithValue(3L);
    }

    @Test
    void nextMany_uncacheable_spansGrants() {
        rig.source.answer(service.limit(4));

        List<Block> blocks = rig.sequence("s").next(10);
        assertThat(blocks.stream().mapToLong(Block::count)).containsExactly(1L, 4L, 4L, 1L);
        assertThat(rig.held("s")).isZero();
    }

    @Test
    void order_becomesStrict_dropsTheStockAtOnce() {
        rig.source.answer(service.cacheable(true));
        rig.take("s", 4);
        Chunk old = rig.counter("s").chunk();
        rig.source.hold();
        rig.take("s", 2);
        rig.pass(Rig.TICK);
        service.cacheable(false).restart(100);
        assertThat(rig.held("s")).isEqualTo(4);
        rig.source.last().grant(service);

        assertThat(rig.held("s")).isZero();
        assertThat(old.claim()).isGreaterThanOrEqualTo(old.count());
        rig.source.answer(service);
        assertThat(rig.take("s", 3))
                .isSorted()
                .allSatisfy(value -> assertThat(value).isGreaterThan(100));
    }

    @Test
    void order_becomesStrict_callsThatWaitGetNothingOfTheStock() {
        rig.source.answer(service.cacheable(true));
        rig.take("s", 4);
        rig.source.hold();
        CompletableFuture<List<Block>> many = rig.sequence("s").nextAsync(20);
        service.cacheable(false).restart(100);
        rig.source.last().grant(service);

        assertThat(many).isCompletedWithValue(List.of(new Block(100, 1, 20, 2, 1)));
    }

    /** What an operator does who sets the cache to 1, which keeps the epoch. */
    @Test
    void cache_becomesOneWithinTheEpoch_dropsTheStock() {
        rig.source.answer(service.cacheable(true));
        rig.take("s", 4);
        service.cacheable(false);
        rig.take("s", 2);
        rig.pass(Rig.TICK);

        assertThat(rig.held("s")).isZero();
        assertThat(rig.source.last().request().count()).isGreaterThan(1);
        assertThat(rig.take("s", 2))
                .isSorted()
                .allSatisfy(value -> assertThat(value).isGreaterThan(10));
        assertThat(rig.source.last().request().count()).isEqualTo(1);
    }

    @Test
    void cache_becomesOneWithinTheEpoch_callsThatWaitGetNothingOfTheStock() {
        rig.source.answer(service.cacheable(true));
        rig.take("s", 4);
        service.cacheable(false);

        assertThat(rig.sequence("s").next(20)).containsExactly(new Block(11, 1, 20, 1, 1));
    }

    @Test
    void order_ceasesToBeStrict_beginsCachingAgain() {
        rig.source.answer(service);
        rig.take("s", 50);
        service.cacheable(true).restart(1);
        assertThat(rig.take("s", 1)).containsExactly(1L);
        rig.pass(Duration.ofSeconds(1));
        int before = rig.source.count();

        assertThat(rig.held("s")).isGreaterThan(5);
        assertThat(rig.take("s", 3)).containsExactly(2L, 3L, 4L);
        assertThat(rig.source.count()).isEqualTo(before);
    }

    private List<Integer> counts() {
        return rig.source.all().stream().map(one -> one.request().count()).toList();
    }

    private long lost() {
        return rig.counter("s").<Long>inspect(CounterState::lostValues);
    }
}
