package dev.seqd.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Domain(CoreDomain.class)
@Domain(DomainContext.Global.class)
class BlockTest {
    @Property
    void construct_anyNumbers_acceptedExactlyIfTheLastValueIsA64BitInteger(
            @ForAll long first, @ForAll long increment, @ForAll @LongRange(min = 1) long count) {
        BigInteger last = BigInteger.valueOf(first).add(CoreDomain.product(count - 1, increment));
        if (increment != 0 && CoreDomain.fits(last)) {
            assertThat(new Block(first, increment, count, 1, 1).last()).isEqualTo(last.longValueExact());
        } else {
            assertThatIllegalArgumentException().isThrownBy(() -> new Block(first, increment, count, 1, 1));
        }
    }

    @Property
    void valueAt_everyIndex_isExact(@ForAll Block block) {
        for (long i = 0; i < block.count(); i++) {
            BigInteger exact = BigInteger.valueOf(block.first()).add(CoreDomain.product(i, block.increment()));
            assertThat(block.valueAt(i)).isEqualTo(exact.longValueExact());
        }
    }

    @Test
    void construct_spanWiderThanTheLargestLong_accepted() {
        Block block = new Block(Long.MIN_VALUE, 1L << 62, 4, 1, 1);

        assertThat(values(block)).containsExactly(Long.MIN_VALUE, -(1L << 62), 0L, 1L << 62);
    }

    @Test
    void construct_largestCount_accepted() {
        Block block = new Block(Long.MIN_VALUE, 2, Long.MAX_VALUE, 1, 1);

        assertThat(block.last()).isEqualTo(Long.MAX_VALUE - 3);
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 1, 1", "1, 0, 1, 1", "1, -1, 1, 1", "1, 1, 0, 1", "1, 1, 1, 0", "1, 1, -1, 1"})
    void construct_numberOutOfRange_refused(long increment, long count, long epoch, long lap) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Block(1, increment, count, epoch, lap));
    }

    @Property
    void between_endsOfABlock_givesTheBlock(@ForAll Block block) {
        assertThat(Block.between(block.start(), block.last(), block.increment()))
                .isEqualTo(block);
    }

    @Property
    void between_anyNumbers_acceptedExactlyIfWholeStepsReachTheLast(
            @ForAll long first, @ForAll long last, @ForAll long increment) {
        Position start = new Position(1, 1, first);
        if (increment != 0 && isReached(first, last, increment)) {
            Block block = Block.between(start, last, increment);
            assertThat(block.first()).isEqualTo(first);
            assertThat(block.last()).isEqualTo(last);
        } else {
            assertThatIllegalArgumentException().isThrownBy(() -> Block.between(start, last, increment));
        }
    }

    private static boolean isReached(long first, long last, long increment) {
        BigInteger[] steps = BigInteger.valueOf(last)
                .subtract(BigInteger.valueOf(first))
                .divideAndRemainder(BigInteger.valueOf(increment));
        return steps[1].signum() == 0 && steps[0].signum() >= 0 && steps[0].compareTo(CoreDomain.HIGHEST) < 0;
    }

    @Test
    void between_wholeRangeOf64Bits_refusedAsItsCountIsNoLong() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Block.between(new Position(1, 1, Long.MIN_VALUE), Long.MAX_VALUE, 1));
    }

    @Property
    void headAndTail_anyCut_giveBackTheWhole(@ForAll Block block, @ForAll @LongRange(min = 1, max = 12) long cut) {
        long n = Math.min(cut, block.count());
        List<Long> joined = new ArrayList<>(values(block.head(n)));
        block.tail(n).ifPresent(rest -> joined.addAll(values(rest)));

        assertThat(joined).isEqualTo(values(block));
        assertThat(block.head(n).count()).isEqualTo(n);
    }

    @Property
    void tail_ofNothing_isTheWhole(@ForAll Block block) {
        assertThat(block.tail(0)).contains(block);
        assertThat(block.tail(block.count())).isEmpty();
    }

    @Property
    void headAndTail_outsideTheBlock_refused(@ForAll Block block, @ForAll @LongRange(min = 1) long excess) {
        long tooMany = excess > Long.MAX_VALUE - block.count() ? Long.MAX_VALUE : block.count() + excess;

        assertThatIllegalArgumentException().isThrownBy(() -> block.head(tooMany));
        assertThatIllegalArgumentException().isThrownBy(() -> block.tail(tooMany));
        assertThatIllegalArgumentException().isThrownBy(() -> block.head(0));
        assertThatIllegalArgumentException().isThrownBy(() -> block.head(-excess));
        assertThatIllegalArgumentException().isThrownBy(() -> block.tail(-excess));
    }

    @Property
    void beyond_anyFloor_keepsExactlyTheValuesBeyondIt(@ForAll Block block, @ForAll Position floor) {
        assertBeyond(block, floor);
    }

    @Property
    void beyond_floorNearTheBlock_keepsExactlyTheValuesBeyondIt(
            @ForAll Block block,
            @ForAll @LongRange(min = 0, max = 11) long index,
            @ForAll @LongRange(min = -2, max = 2) long off) {
        assertBeyond(block, new Position(block.epoch(), block.lap(), block.valueAt(index % block.count()) + off));
    }

    private static void assertBeyond(Block block, Position floor) {
        List<Long> expected = values(block).stream()
                .filter(v -> new Position(block.epoch(), block.lap(), v).isBeyond(floor, block.ascending()))
                .toList();
        Optional<Block> beyond = block.beyond(floor);

        assertThat(beyond.map(BlockTest::values).orElse(List.of())).isEqualTo(expected);
        assertThat(beyond.map(Block::end)).isIn(Optional.empty(), Optional.of(block.end()));
    }

    @Test
    void beyond_floorFarFromTheFirstValue_distanceIsUnsigned() {
        Block block = new Block(Long.MIN_VALUE, 1L << 62, 4, 1, 1);

        assertThat(block.beyond(new Position(1, 1, 0))).contains(new Block(1L << 62, 1L << 62, 1, 1, 1));
    }

    private static List<Long> values(Block block) {
        return LongStream.range(0, block.count()).map(block::valueAt).boxed().toList();
    }
}
