package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.core.Block;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Sequences whose values may not be kept, and sequences that begin a new epoch. */
class StrictTest {
    private final Rig rig = new Rig();
    private final FakeSequence service = new FakeSequence(1, 1).cacheable(false);

    @Test
    void next_uncacheable_keepsNothing() {
        rig.source.answer(service);

        assertThat(rig.take("s", 4)).containsExactly(1L, 11L, 12L, 13L);
        assertThat(rig.held("s")).isZero();
        assertThat(rig.source.all().stream().map(one -> one.request().count())).containsExactly(10, 1, 1, 1);
        assertThat(rig.counter("s").<Long>inspect(CounterState::lostValues)).isEqualTo(9);
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
    void next_uncacheable_servesOnlyWhoWaitedWhenItWasAskedFor() {
        List<CompletableFuture<Long>> early = rig.calls("s", 1);
        ScriptedSource.Asked first = rig.source.last();
        List<CompletableFuture<Long>> late = rig.calls("s", 3);
        first.grant(service);
        assertThat(early.get(0)).isCompletedWithValue(1L);
        assertThat(late).noneSatisfy(call -> assertThat(call).isDone());

        assertThat(rig.source.last().request().count()).isEqualTo(3);
        rig.source.last().grant(service);
        assertThat(late.stream().map(CompletableFuture::join)).containsExactly(11L, 12L, 13L);
    }

    @Test
    void next_uncacheable_callsThatGaveUpLeaveGaps() {
        rig.source.answer(service);
        rig.take("s", 1);
        rig.source.hold();
        List<CompletableFuture<Long>> calls = rig.calls("s", 1);
        calls.get(0).cancel(true);
        rig.source.last().grant(service);
        rig.source.answer(service);

        assertThat(rig.take("s", 1)).containsExactly(12L);
    }

    @Test
    void nextMany_uncacheable_spansGrants() {
        rig.source.answer(service.limit(4));

        List<Block> blocks = rig.counter("s").next(10);
        assertThat(blocks.stream().mapToLong(Block::count).sum()).isEqualTo(10);
        assertThat(rig.held("s")).isZero();
    }

    @Test
    void epoch_rises_dropsTheOlderStock() {
        rig.source.answer(service.cacheable(true));
        rig.take("s", 5);
        service.restart(1);
        List<Long> values = rig.take("s", 3);

        assertThat(values).containsExactly(6L, 1L, 2L);
        assertThat(rig.source.last().request().after()).isNotNull();
    }

    @Test
    void epoch_rises_oldBlocksAreRefusedForEver() {
        rig.source.answer(service.cacheable(true));
        rig.take("s", 5);
        Grant stale = new Grant("s", new Block(1_000_000, 1, 1, 1, 1), true, 1);
        service.restart(1);
        rig.take("s", 5);
        rig.source.answer(request -> stale);
        rig.take("s", (int) rig.held("s"));

        assertThat(rig.counter("s").<Long>inspect(CounterState::refusedAnswers)).isPositive();
    }

    @Test
    void order_becomesStrict_dropsTheStock() {
        rig.source.answer(service.cacheable(true));
        rig.take("s", 5);
        service.cacheable(false).restart(100);
        rig.take("s", 1);

        assertThat(rig.held("s")).isZero();
        assertThat(rig.take("s", 2)).allSatisfy(value -> assertThat(value).isGreaterThan(100));
    }
}
