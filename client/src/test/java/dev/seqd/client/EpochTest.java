package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.seqd.core.Block;
import dev.seqd.core.Position;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Sequences that begin again while the client holds values: by restart, by a new lap, or dropped and created anew. */
class EpochTest {
    private static final URI STALE = URI.create("http://a");

    private final Rig rig = new Rig("http://a", "http://b");
    private final FakeSequence service = new FakeSequence(1, 1);

    @Test
    void epoch_rises_dropsTheOlderStock() {
        rig.source.answer(service);
        rig.take("s", 5);
        service.restart(1);

        assertThat(rig.take("s", 1)).containsExactly(6L);
        rig.pass(Rig.TICK);
        assertThat(rig.take("s", 2)).containsExactly(1L, 2L);
        assertThat(rig.source.last().request().after()).isNotNull();
    }

    @Test
    void epoch_rises_callsThatWaitGetNothingOlder() {
        rig.source.answer(service);
        rig.take("s", 5);
        rig.source.hold();
        CompletableFuture<List<Block>> many = rig.sequence("s").nextAsync(20);
        service.restart(1);
        rig.source.last().grant(service);

        assertThat(many).isCompletedWithValue(List.of(new Block(1, 1, 20, 2, 1)));
    }

    @Test
    void epoch_risesAndTheDirectionTurns_isFollowed() {
        rig.source.answer(service);
        rig.take("s", 5);
        rig.source.answer(new FakeSequence(0, -1).restart(-1));

        assertThat(rig.take("s", 1)).containsExactly(6L);
        rig.pass(Rig.TICK);
        assertThat(rig.take("s", 2)).containsExactly(-1L, -2L);
    }

    @Test
    void epoch_olderAnswer_isRefusedAndAnotherNodeAsked() {
        rig.source.answer(service);
        rig.take("s", 1);
        service.restart(1);
        rig.sequence("s").next(15);
        FakeSequence stale = new FakeSequence(1_000_000, 1);
        rig.source.answerAt(STALE, stale, service);
        CompletableFuture<List<Block>> many = rig.sequence("s").nextAsync(1000);
        assertThat(rig.source.last().node()).isEqualTo(STALE);
        assertThat(many).isNotDone();
        rig.pass(Rig.TICK);

        assertThat(rig.source.last().node()).isNotEqualTo(STALE);
        assertThat(many.join()).allSatisfy(block -> assertThat(block.epoch()).isEqualTo(2));
        assertThat(refused()).isEqualTo(1);
    }

    @Test
    void epoch_olderAnswerToAStrictSequence_isRefusedAndAnotherNodeAsked() {
        rig.source.answer(service.cacheable(false));
        rig.take("s", 1);
        service.restart(1);
        rig.take("s", 3);
        rig.source.answerAt(STALE, new FakeSequence(1_000_000, 1).cacheable(false), service);
        List<CompletableFuture<Long>> calls = rig.calls("s", 2);
        rig.pass(Rig.TICK);

        assertThat(calls.stream().map(CompletableFuture::join)).containsExactly(4L, 5L);
        assertThat(refused()).isEqualTo(1);
    }

    @Test
    void epoch_olderAnswersFromTheOnlyNode_areRefusedUntilItKnows() {
        Rig alone = new Rig("http://a");
        alone.source.answer(new FakeSequence(0, 1).restart(1));
        alone.take("s", 1);
        alone.source.answer(service);
        alone.take("s", 9);
        CompletableFuture<Long> call = alone.sequence("s").nextAsync();
        alone.pass(Duration.ofSeconds(2));
        assertThat(call).isNotDone();

        service.restart(50);
        alone.pass(Duration.ofSeconds(1));
        assertThat(call).isCompletedWithValue(50L);
    }

    @Test
    void epoch_lateAnswerOfAnOlderOne_isVoid() {
        CompletableFuture<Long> first = rig.sequence("s").nextAsync();
        ScriptedSource.Asked late = rig.source.last();
        rig.pass(Duration.ofSeconds(11));
        assertThat(first).isCompletedExceptionally();
        rig.source.answer(new FakeSequence(0, 1).restart(1));
        CompletableFuture<Long> second = rig.sequence("s").nextAsync();
        rig.pass(Rig.TICK);
        late.grant(service);

        assertThat(second).isCompletedWithValue(1L);
        assertThat(rig.sequence("s").next(2)).containsExactly(new Block(2, 1, 2, 2, 1));
    }

    @Test
    void lap_ends_playsOutTheRestFirst() {
        rig.source.answer(request -> new Grant("s", new Block(8, 1, 2, 1, 1), true, 5));
        rig.take("s", 1);
        rig.source.answer(request -> new Grant("s", new Block(1, 1, 9, 1, 2), true, 5));

        assertThat(rig.take("s", 3)).containsExactly(9L, 1L, 2L);
        assertThat(lost()).isZero();
    }

    @Test
    void lap_olderAnswer_isRefused() {
        rig.source.answer(request -> new Grant("s", new Block(1, 1, 2, 1, 2), true, 5));
        rig.take("s", 2);
        rig.source.answerAt(STALE, new FakeSequence(8, 1), new FakeSequence(8, 1));
        CompletableFuture<Long> call = rig.sequence("s").nextAsync();
        rig.pass(Duration.ofSeconds(1));

        assertThat(call).isNotDone();
        assertThat(refused()).isPositive();
    }

    @Test
    void dropped_refillIsToldSo_givesNothingOfTheStockAnyMore() {
        rig.source.answer(service);
        rig.take("s", 5);
        Chunk old = rig.counter("s").chunk();
        rig.source.fail(dropped());
        assertThat(rig.take("s", 1)).containsExactly(6L);
        rig.pass(Rig.TICK);

        assertThat(old.claim()).isGreaterThanOrEqualTo(old.count());
        assertThat(rig.held("s")).isZero();
        assertThat(lost()).isEqualTo(4);
        CompletableFuture<Long> call = rig.sequence("s").nextAsync();
        rig.pass(Duration.ofSeconds(1));
        assertThatThrownBy(call::join).hasMessageContaining("does not exist");
    }

    @Test
    void dropped_nobodyCalls_isNotAskedForAgain() {
        rig.source.answer(service);
        rig.take("s", 5);
        rig.source.fail(dropped());
        rig.take("s", 1);
        rig.pass(Rig.TICK);
        int before = rig.source.count();
        rig.pass(Duration.ofMinutes(1));

        assertThat(rig.source.count()).isEqualTo(before);
    }

    @Test
    void dropped_createdAgain_goesOnInTheNewEpoch() {
        rig.source.answer(service);
        rig.take("s", 5);
        rig.source.fail(dropped());
        rig.take("s", 1);
        rig.pass(Rig.TICK);
        service.restart(1);
        rig.source.answer(service);
        CompletableFuture<Long> call = rig.sequence("s").nextAsync();
        rig.pass(Rig.TICK);

        assertThat(call).isCompletedWithValue(1L);
        assertThat(rig.source.last().request().after()).isEqualTo(new Position(1, 1, 10));
        assertThat(rig.take("s", 20)).startsWith(2L, 3L).isSorted();
    }

    @Test
    void dropped_createdAgainAndANodeStillHoldsOldValues_refusesThem() {
        rig.source.answer(service);
        rig.take("s", 5);
        Grant old = new Grant("s", new Block(7, 1, 4, 1, 1), true, 1);
        rig.source.fail(dropped());
        rig.take("s", 1);
        rig.pass(Rig.TICK);
        rig.source.answer(request -> old);
        CompletableFuture<Long> call = rig.sequence("s").nextAsync();
        rig.pass(Duration.ofSeconds(1));

        assertThat(call).isNotDone();
        assertThat(refused()).isPositive();
    }

    private static SeqdException dropped() {
        return new SeqdException(SeqdError.UNKNOWN_SEQUENCE, "42P01", "relation \"s\" does not exist");
    }

    private long refused() {
        return rig.counter("s").<Long>inspect(CounterState::refusedAnswers);
    }

    private long lost() {
        return rig.counter("s").<Long>inspect(CounterState::lostValues);
    }
}
