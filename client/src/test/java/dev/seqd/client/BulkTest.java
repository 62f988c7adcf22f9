package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.seqd.core.Block;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code next(n)}. */
class BulkTest {
    private final Rig rig = new Rig();
    private final FakeSequence service = new FakeSequence(1, 1);

    @Test
    void nextMany_spanningChunks_isInOrder() {
        rig.source.answer(service.limit(7));
        rig.take("s", 4);

        assertThat(values(rig.sequence("s").next(20)))
                .isEqualTo(LongStream.rangeClosed(5, 24).boxed().toList());
        assertThat(rig.take("s", 1)).containsExactly(25L);
    }

    @Test
    void nextMany_overAGap_givesSeveralBlocks() {
        rig.source.answer(request -> new Grant("s", new Block(1, 1, 5, 1, 1), true, 1));
        rig.take("s", 1);
        rig.source.answer(request -> new Grant("s", new Block(100, 10, 5, 1, 1), true, 1));

        assertThat(rig.sequence("s").next(6)).containsExactly(new Block(2, 1, 4, 1, 1), new Block(100, 10, 2, 1, 1));
    }

    @Test
    void nextMany_oneMillion_isAskedForAsAWhole() {
        rig.source.answer(service);

        List<Block> blocks = rig.sequence("s").next(SeqClient.MAX_VALUES);
        assertThat(blocks).containsExactly(new Block(1, 1, 1_000_000, 1, 1));
        assertThat(rig.source.last().request().count()).isEqualTo(1_000_000);
    }

    @Test
    void nextMany_once_isNoReasonToHoldManyTimesAsMuch() {
        rig.source.answer(service);
        rig.sequence("s").next(SeqClient.MAX_VALUES);
        rig.pass(Duration.ofMinutes(3));

        assertThat(rig.held("s")).isBetween(500_000L, 1_000_000L);
    }

    @Test
    void nextMany_duringAnOutage_leavesTheStockToSmallerCalls() {
        rig.source.answer(service);
        rig.take("s", 1);
        rig.source.fail(new IOException("down"));
        CompletableFuture<List<Block>> many = rig.sequence("s").nextAsync(1000);
        assertThat(rig.take("s", 9)).hasSize(9).endsWith(10L);
        rig.pass(Duration.ofSeconds(6));

        assertThat(many).isCompletedExceptionally();
        assertThat(rig.counter("s").<Long>inspect(CounterState::lostValues)).isZero();
    }

    @Test
    void nextMany_failsAfterAPart_countsThePartAsGap() {
        CompletableFuture<List<Block>> many = rig.sequence("s").nextAsync(1000);
        rig.source.last().grant(service.limit(10));
        rig.pass(Duration.ofSeconds(6));

        assertThat(many).isCompletedExceptionally();
        assertThat(rig.counter("s").<Long>inspect(CounterState::lostValues)).isEqualTo(10);
    }

    @Test
    void nextMany_beforeSmallerCalls_isServedFirst() {
        CompletableFuture<List<Block>> many = rig.sequence("s").nextAsync(12);
        CompletableFuture<Long> one = rig.sequence("s").nextAsync();
        rig.source.last().grant(service.limit(12));

        assertThat(many.join()).containsExactly(new Block(1, 1, 12, 1, 1));
        assertThat(one).isNotDone();
        rig.source.last().grant(service);
        assertThat(one).isCompletedWithValue(13L);
    }

    @Test
    void nextMany_manyTimesWithinAChunk_refillsAheadOfNeed() {
        rig.source.answer(service.suggest(10_000));
        rig.take("s", 6);
        rig.pass(Rig.TICK);
        int before = rig.source.count();
        for (int i = 0; i < 80; i++) {
            rig.sequence("s").next(100);
        }
        rig.pass(Duration.ofSeconds(1));

        assertThat(rig.source.count()).isEqualTo(before + 1);
        assertThat(rig.held("s")).isGreaterThan(8000);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE, SeqClient.MAX_VALUES + 1, Integer.MAX_VALUE})
    void nextMany_outOfRange_isRefused(int n) {
        Sequence sequence = rig.sequence("s");

        assertThatIllegalArgumentException().isThrownBy(() -> sequence.next(n));
        assertThatIllegalArgumentException().isThrownBy(() -> sequence.nextAsync(n));
        assertThat(rig.source.count()).isZero();
    }

    private static List<Long> values(List<Block> blocks) {
        return blocks.stream()
                .flatMap(block -> LongStream.range(0, block.count()).mapToObj(block::valueAt))
                .toList();
    }
}
