package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.seqd.core.Block;
import dev.seqd.core.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChainTest {
    private final ChunkSlot slot = new ChunkSlot();
    private final Chain chain = new Chain(slot);

    @Test
    void take_acrossBlocks_keepsTheOrder() {
        install(new Block(1, 1, 3, 1, 1));
        install(new Block(7, 2, 3, 1, 1));

        assertThat(values(5)).containsExactly(1, 2, 3, 7, 9);
        assertThat(values(5)).containsExactly(11);
        assertThat(chain.given()).isEqualTo(6);
        assertThat(chain.held()).isZero();
    }

    @Test
    void take_descending_keepsTheOrder() {
        install(new Block(-1, -1, 2, 1, 1));
        install(new Block(-10, -5, 2, 1, 1));

        assertThat(values(4)).containsExactly(-1, -2, -10, -15);
    }

    @Test
    void take_upToTheEndOfLong_isExact() {
        install(new Block(Long.MAX_VALUE - 2, 1, 2, 1, 1));
        install(new Block(Long.MAX_VALUE, 1, 1, 1, 1));

        assertThat(values(9)).containsExactly(Long.MAX_VALUE - 2, Long.MAX_VALUE - 1, Long.MAX_VALUE);
        assertThatThrownBy(() -> chain.install(new Block(Long.MIN_VALUE, 1, 1, 1, 1)))
                .isInstanceOf(BadAnswerException.class);
    }

    @Test
    void advance_whileTheChunkLasts_keepsIt() {
        install(new Block(1, 1, 2, 1, 1));
        Chunk first = slot.chunk();
        install(new Block(11, 1, 2, 1, 1));
        first.claim();
        chain.advance();

        assertThat(slot.chunk()).isSameAs(first);
        first.claim();
        chain.advance();
        assertThat(slot.chunk().valueAt(slot.chunk().claim())).isEqualTo(11);
        assertThat(chain.given()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({
        "100, 1, 1, 1", // what is held
        "109, 1, 1, 1", // overlapping
        "99, 1, 1, 1", // lower
        "50, -1, 1, 1", // turned within the epoch
        "110, 1, 1, 1", // an older lap
        "110, 1, 2, 1", // an older lap of the same epoch
        "110, 1, 1, 9", // an older epoch, however late its lap
    })
    void install_notBeyondWhatIsHeld_isRefusedAndChangesNothing(long first, long increment, long epoch, long lap) {
        install(new Block(100, 1, 10, 2, 2));
        Block bad = new Block(first, increment, 5, epoch, lap);

        assertThatThrownBy(() -> chain.install(bad)).isInstanceOf(BadAnswerException.class);
        assertThat(chain.floor()).isEqualTo(new Position(2, 2, 109));
        assertThat(chain.held()).isEqualTo(10);
        assertThat(chain.lost()).isZero();
    }

    @Test
    void install_notBeyondWhatWasGivenOut_isRefused() {
        install(new Block(1, 1, 10, 1, 1));
        values(10);

        assertThatThrownBy(() -> chain.install(new Block(10, 1, 10, 1, 1))).isInstanceOf(BadAnswerException.class);
        install(new Block(11, 1, 1, 1, 1));
        assertThat(values(1)).containsExactly(11);
    }

    @Test
    void install_nextLap_beginsOverWithoutDroppingTheOldOne() {
        install(new Block(8, 1, 2, 1, 1));
        install(new Block(1, 1, 2, 1, 2));

        assertThat(values(4)).containsExactly(8, 9, 1, 2);
    }

    @Test
    void install_newerEpoch_dropsWhatIsLeftOfTheOlder() {
        install(new Block(1, 1, 10, 1, 1));
        install(new Block(11, 1, 10, 1, 1));
        Chunk old = slot.chunk();
        old.claim();
        install(new Block(1, -1, 5, 2, 1));

        assertThat(old.claim()).isGreaterThanOrEqualTo(old.count());
        assertThat(values(9)).containsExactly(1, 0, -1, -2, -3);
        assertThat(chain.lost()).isEqualTo(19);
        assertThat(chain.given()).isEqualTo(6);
    }

    @Test
    void replace_sameEpoch_dropsWhatIsLeft() {
        install(new Block(1, 1, 10, 1, 1));
        install(new Block(11, 1, 10, 1, 1));
        values(2);
        chain.replace(new Block(21, 1, 2, 1, 1));

        assertThat(values(9)).containsExactly(21, 22);
        assertThat(chain.lost()).isEqualTo(18);
    }

    @Test
    void replace_notBeyondWhatIsHeld_isRefusedAndChangesNothing() {
        install(new Block(1, 1, 10, 1, 1));

        assertThatThrownBy(() -> chain.replace(new Block(10, 1, 10, 1, 1))).isInstanceOf(BadAnswerException.class);
        assertThat(values(10)).hasSize(10);
    }

    @Test
    void drop_always_keepsTheFloor() {
        install(new Block(1, 1, 10, 1, 1));
        chain.drop();

        assertThat(values(1)).isEmpty();
        assertThat(chain.lost()).isEqualTo(10);
        assertThatThrownBy(() -> chain.install(new Block(5, 1, 10, 1, 1))).isInstanceOf(BadAnswerException.class);
    }

    @Test
    void full_manyBlocks_turnsTrue() {
        for (int i = 0; !chain.full(); i++) {
            chain.install(new Block(i, 1, 1, 1, 1));
        }

        assertThat(chain.held()).isEqualTo(256);
    }

    private void install(Block block) {
        chain.install(block);
        chain.advance();
    }

    private long[] values(long n) {
        List<Block> blocks = new ArrayList<>();
        chain.take(n, blocks);
        chain.advance();
        return blocks.stream()
                .flatMapToLong(block -> LongStream.range(0, block.count()).map(block::valueAt))
                .toArray();
    }
}
