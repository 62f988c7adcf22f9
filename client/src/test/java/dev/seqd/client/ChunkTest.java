package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.core.Block;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ChunkTest {
    @Test
    void claim_withinCount_givesEachIndexOnce() {
        Chunk chunk = new Chunk(new Block(1001, 1, 3, 1, 1));

        assertThat(chunk.valueAt(chunk.claim())).isEqualTo(1001);
        assertThat(chunk.valueAt(chunk.claim())).isEqualTo(1002);
        assertThat(chunk.valueAt(chunk.claim())).isEqualTo(1003);
        assertThat(chunk.claim()).isEqualTo(3).isGreaterThanOrEqualTo(chunk.count());
        assertThat(chunk.left()).isZero();
    }

    @Test
    void claim_atBothEndsOfLong_isExact() {
        Chunk up = new Chunk(new Block(Long.MAX_VALUE - 1, 1, 2, 1, 1));
        Chunk down = new Chunk(new Block(Long.MIN_VALUE + 7, -7, 2, 1, 1));
        Chunk wide = new Chunk(new Block(-Long.MAX_VALUE, Long.MAX_VALUE, 2, 1, 1));

        assertThat(up.valueAt(up.claim())).isEqualTo(Long.MAX_VALUE - 1);
        assertThat(up.valueAt(up.claim())).isEqualTo(Long.MAX_VALUE);
        assertThat(down.valueAt(down.claim())).isEqualTo(Long.MIN_VALUE + 7);
        assertThat(down.valueAt(down.claim())).isEqualTo(Long.MIN_VALUE);
        assertThat(wide.valueAt(wide.claim())).isEqualTo(-Long.MAX_VALUE);
        assertThat(wide.valueAt(wide.claim())).isZero();
    }

    @Test
    void claimMany_moreThanLeft_givesTheRestOnce() {
        Chunk chunk = new Chunk(new Block(10, 10, 5, 2, 3));
        chunk.claim();

        assertThat(chunk.claim(3)).isEqualTo(new Block(20, 10, 3, 2, 3));
        assertThat(chunk.claim(1_000_000)).isEqualTo(new Block(50, 10, 1, 2, 3));
        assertThat(chunk.claim(1)).isNull();
    }

    @Test
    void settle_afterOverrun_bringsTheCursorBack() {
        Chunk chunk = new Chunk(new Block(1, 1, 2, 1, 1));
        Objects.requireNonNull(chunk.claim(1_000_000));
        chunk.settle();

        assertThat(chunk.claim()).isEqualTo(2);
        assertThat(chunk.claimed()).isEqualTo(2);
    }

    @Test
    void close_midway_takesTheRestAway() {
        Chunk chunk = new Chunk(new Block(1, 1, 10, 1, 1));
        chunk.claim();

        assertThat(chunk.close()).isEqualTo(9);
        assertThat(chunk.claim()).isGreaterThanOrEqualTo(chunk.count());
        assertThat(chunk.close()).isZero();
    }

    @Test
    void halfUsed_atTheTrigger_turnsTrue() {
        Chunk chunk = new Chunk(new Block(1, 1, 4, 1, 1));
        chunk.claim();
        chunk.claim();

        assertThat(chunk.halfUsed()).isFalse();
        assertThat(chunk.claim()).isEqualTo(chunk.trigger());
        assertThat(chunk.halfUsed()).isTrue();
    }

    @Test
    void empty_claimed_givesNothing() {
        Chunk chunk = Chunk.empty();

        assertThat(chunk.claim()).isGreaterThanOrEqualTo(chunk.count());
        assertThat(chunk.left()).isZero();
    }
}
