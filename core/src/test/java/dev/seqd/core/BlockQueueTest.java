package dev.seqd.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BlockQueueTest {
    private final BlockQueue queue = new BlockQueue();

    @Test
    void take_nothingHeld_isEmpty() {
        assertThat(queue.take(1, null)).isEmpty();
        assertThat(queue.next()).isNull();
        assertThat(queue.last()).isNull();
    }

    @Test
    void take_fewerThanHeld_leavesTheRest() {
        queue.add(new Block(1, 1, 10, 1, 1));

        assertThat(queue.take(4, null)).contains(new Block(1, 1, 4, 1, 1));
        assertThat(queue.held()).isEqualTo(6);
        assertThat(queue.next()).isEqualTo(new Position(1, 1, 5));
        assertThat(queue.last()).isEqualTo(new Position(1, 1, 10));
    }

    @Test
    void take_moreThanTheBlock_givesOnlyTheBlock() {
        queue.add(new Block(1, 1, 3, 1, 1));
        queue.add(new Block(10, 1, 3, 1, 1));

        assertThat(queue.take(9, null)).contains(new Block(1, 1, 3, 1, 1));
        assertThat(queue.take(9, null)).contains(new Block(10, 1, 3, 1, 1));
        assertThat(queue.held()).isZero();
    }

    @Test
    void take_floorWithinABlock_partBeforeStaysForOthers() {
        queue.add(new Block(1, 1, 10, 1, 1));

        assertThat(queue.take(2, new Position(1, 1, 5))).contains(new Block(6, 1, 2, 1, 1));
        assertThat(queue.heldBeyond(new Position(1, 1, 5))).isEqualTo(3);
        assertThat(queue.take(9, null)).contains(new Block(1, 1, 5, 1, 1));
        assertThat(queue.take(9, null)).contains(new Block(8, 1, 3, 1, 1));
    }

    @Test
    void take_floorBeyondAll_leavesEverything() {
        queue.add(new Block(1, 1, 10, 1, 1));

        assertThat(queue.take(2, new Position(1, 1, 10))).isEmpty();
        assertThat(queue.held()).isEqualTo(10);
        assertThat(queue.heldBeyond(new Position(1, 1, 10))).isZero();
        assertThat(queue.take(1, null)).contains(new Block(1, 1, 1, 1, 1));
    }

    @Test
    void take_manyFloors_oldestFragmentsAreGivenUpAndCounted() {
        queue.add(new Block(1, 1, 100, 1, 1));
        for (long floor = 2; floor <= 40; floor += 2) {
            assertThat(queue.take(1, new Position(1, 1, floor))).contains(new Block(floor + 1, 1, 1, 1, 1));
        }

        assertThat(queue.discarded()).isPositive();
        assertThat(queue.held() + queue.discarded()).isEqualTo(80);
        assertThat(queue.heldBeyond(null)).isEqualTo(queue.held());
        assertThat(queue.last()).isEqualTo(new Position(1, 1, 100));
    }

    @Test
    void add_notBeyondTheLast_refused() {
        queue.add(new Block(1, 1, 10, 1, 1));

        assertThatIllegalArgumentException().isThrownBy(() -> queue.add(new Block(10, 1, 10, 1, 1)));
        assertThat(queue.held()).isEqualTo(10);
    }

    @Test
    void add_descendingLapAndEpoch_followTheOrder() {
        queue.add(new Block(-1, -1, 5, 1, 1));
        queue.add(new Block(-6, -1, 5, 1, 1));
        queue.add(new Block(-1, -1, 5, 1, 2));
        queue.add(new Block(1, 1, 5, 2, 1));

        assertThat(queue.held()).isEqualTo(20);
    }

    @Test
    void retain_newerEpoch_givesUpOnlyTheOlderOnes() {
        queue.add(new Block(1, 1, 10, 1, 1));
        queue.add(new Block(1, 1, 5, 2, 1));
        queue.retain(block -> block.epoch() >= 2);

        assertThat(queue.held()).isEqualTo(5);
        assertThat(queue.discarded()).isEqualTo(10);
        assertThat(queue.next()).isEqualTo(new Position(2, 1, 1));
    }

    @Test
    void clear_someHeld_countsThemAsGaps() {
        queue.add(new Block(1, 1, 10, 1, 1));
        queue.clear();

        assertThat(queue.held()).isZero();
        assertThat(queue.discarded()).isEqualTo(10);
        assertThat(queue.take(1, null)).isEmpty();
    }

    @Property
    void take_anyFloorsAndCounts_noValueTwiceAndNothingLost(
            @ForAll @Size(max = 40) List<@IntRange(min = -3, max = 130) Integer> floors,
            @ForAll @IntRange(min = 1, max = 9) int count,
            @ForAll @IntRange(min = -1, max = 1) int sign) {
        BlockQueue filled = new BlockQueue();
        long increment = sign == 0 ? 3 : sign;
        filled.add(new Block(0, increment, 20, 1, 1));
        filled.add(new Block(25 * increment, increment, 20, 1, 1));
        List<Long> taken = new ArrayList<>();
        for (int floor : floors) {
            long value = floor < 0 ? 0 : floor * Long.signum(increment);
            takeInto(taken, filled, count, floor < 0 ? null : new Position(1, 1, value));
        }

        assertThat(taken).doesNotHaveDuplicates();
        assertThat(filled.held() + filled.discarded() + taken.size()).isEqualTo(40);
        assertThat(filled.heldBeyond(null)).isEqualTo(filled.held());
    }

    private static void takeInto(List<Long> taken, BlockQueue queue, long count, @Nullable Position floor) {
        queue.take(count, floor).ifPresent(block -> {
            assertThat(block.count()).isBetween(1L, count);
            assertThat(floor == null || block.start().isBeyond(floor, block.ascending()))
                    .isTrue();
            for (long i = 0; i < block.count(); i++) {
                taken.add(block.valueAt(i));
            }
        });
    }
}
