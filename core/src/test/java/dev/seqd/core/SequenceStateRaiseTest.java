package dev.seqd.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The values were read off PostgreSQL 15.18 where it has them. */
class SequenceStateRaiseTest {
    private static final SequenceOptions NONE = SequenceOptions.NONE;

    @Test
    void raise_first_beginsExactlyAtTheStart() {
        Journal journal = Journal.of(NONE.withStart(3));

        assertThat(journal.raise(50)).isEqualTo(new Block(3, 1, 50, 1, 1));
        assertThat(journal.raise(10)).isEqualTo(new Block(53, 1, 10, 1, 1));
    }

    @Test
    void raise_maximumOffTheGrid_isNeverClipped() {
        Journal journal = Journal.of(NONE.withIncrement(10).withMax(95));

        assertThat(journal.raise(100)).isEqualTo(new Block(1, 10, 10, 1, 1));
        exhausted(journal, "nextval: reached maximum value of sequence \"s\" (95)");
    }

    @Test
    void raise_stepOverTheBound_neverGivesAValueOutside() {
        Journal down = Journal.of(NONE.withMin(-2).withMax(2).withStart(1).withIncrement(-2));
        Journal up = Journal.of(NONE.withMax(2).withIncrement(2));

        assertThat(values(down, 5)).containsExactly(1L, -1L);
        exhausted(down, "nextval: reached minimum value of sequence \"s\" (-2)");
        assertThat(values(up, 5)).containsExactly(1L);
        exhausted(up, "nextval: reached maximum value of sequence \"s\" (2)");
    }

    @Test
    void raise_incrementWiderThanTheRange_givesTheStartOnly() {
        Journal journal = Journal.of(NONE.withType(SequenceType.SMALLINT).withIncrement(100_000));

        assertThat(values(journal, 9)).containsExactly(1L);
        exhausted(journal, "nextval: reached maximum value of sequence \"s\" (32767)");
    }

    @Test
    void raise_atTheTopOf64Bits_lastValueThenExhausted() {
        Journal journal = Journal.of(NONE.withStart(Long.MAX_VALUE - 2));

        assertThat(values(journal, 1_000)).containsExactly(Long.MAX_VALUE - 2, Long.MAX_VALUE - 1, Long.MAX_VALUE);
        exhausted(journal, "nextval: reached maximum value of sequence \"s\" (9223372036854775807)");
    }

    @Test
    void raise_atTheBottomOf64Bits_lastValueThenExhausted() {
        Journal journal = Journal.of(NONE.withIncrement(-1).withStart(Long.MIN_VALUE + 2));

        assertThat(values(journal, 1_000)).containsExactly(Long.MIN_VALUE + 2, Long.MIN_VALUE + 1, Long.MIN_VALUE);
        exhausted(journal, "nextval: reached minimum value of sequence \"s\" (-9223372036854775808)");
    }

    @Test
    void raise_halfOfTheLargestLongAsStep_threeValues() {
        Journal journal = Journal.of(NONE.withIncrement(Long.MAX_VALUE / 2));

        assertThat(values(journal, 9)).containsExactly(1L, 4_611_686_018_427_387_904L, Long.MAX_VALUE);
        exhausted(journal, "nextval: reached maximum value of sequence \"s\" (9223372036854775807)");
    }

    @Test
    void raise_rangeWiderThanTheLargestLong_everyValueOfIt() {
        Journal journal = Journal.of(NONE.withIncrement(1L << 62).withMin(Long.MIN_VALUE));

        assertThat(values(journal, 9)).containsExactly(Long.MIN_VALUE, -(1L << 62), 0L, 1L << 62);
        exhausted(journal, "nextval: reached maximum value of sequence \"s\" (9223372036854775807)");
    }

    @Test
    void raise_smallestLongAsStep_twoValues() {
        SequenceOptions step = NONE.withIncrement(Long.MIN_VALUE);
        Journal highest = Journal.of(step.withMax(Long.MAX_VALUE));
        Journal zero = Journal.of(step.withMax(5).withStart(0));

        assertThat(values(highest, 9)).containsExactly(Long.MAX_VALUE, -1L);
        exhausted(highest, "nextval: reached minimum value of sequence \"s\" (-9223372036854775808)");
        assertThat(values(zero, 9)).containsExactly(0L, Long.MIN_VALUE);
        exhausted(zero, "nextval: reached minimum value of sequence \"s\" (-9223372036854775808)");
    }

    @Test
    void raise_hugeAmountOfTheWholeRange_countsAsMuchAsALongCan() {
        Journal journal = Journal.of(NONE.withMin(Long.MIN_VALUE));

        assertThat(journal.state().remaining()).isEqualTo(Long.MAX_VALUE);
        assertThat(journal.raise(Long.MAX_VALUE)).isEqualTo(new Block(Long.MIN_VALUE, 1, Long.MAX_VALUE, 1, 1));
        assertThat(journal.raise(Long.MAX_VALUE)).isEqualTo(new Block(-1, 1, Long.MAX_VALUE, 1, 1));
        assertThat(journal.raise(Long.MAX_VALUE)).isEqualTo(new Block(Long.MAX_VALUE - 1, 1, 2, 1, 1));
    }

    @Test
    void raise_past32Bits_goesOn() {
        Journal journal = Journal.of(NONE.withStart(2_147_483_645));

        assertThat(journal.raise(10).last()).isEqualTo(2_147_483_654L);
    }

    @Test
    void raise_cyclingAscending_wrapsToTheMinimumInTheNextLap() {
        Journal journal =
                Journal.of(NONE.withIncrement(4).withMax(10).withStart(6).withCycle(true));

        assertThat(journal.raise(9)).isEqualTo(new Block(6, 4, 2, 1, 1));
        assertThat(journal.raise(9)).isEqualTo(new Block(1, 4, 3, 1, 2));
        assertThat(journal.raise(2)).isEqualTo(new Block(1, 4, 2, 1, 3));
        assertThat(journal.raise(9)).isEqualTo(new Block(9, 4, 1, 1, 3));
    }

    @Test
    void raise_cyclingDescending_wrapsToTheMaximumInTheNextLap() {
        Journal journal = Journal.of(
                NONE.withIncrement(-4).withMin(1).withMax(10).withStart(6).withCycle(true));

        assertThat(journal.raise(9)).isEqualTo(new Block(6, -4, 2, 1, 1));
        assertThat(journal.raise(9)).isEqualTo(new Block(10, -4, 3, 1, 2));
    }

    @Test
    void raise_cyclingOverAllOf64Bits_wrapsWithoutOverflow() {
        Journal up = Journal.of(
                NONE.withMin(Long.MIN_VALUE).withStart(Long.MAX_VALUE).withCycle(true));
        Journal down = Journal.of(NONE.withIncrement(Long.MIN_VALUE)
                .withMax(Long.MAX_VALUE)
                .withStart(-1)
                .withCycle(true));

        assertThat(up.raise(5)).isEqualTo(new Block(Long.MAX_VALUE, 1, 1, 1, 1));
        assertThat(up.raise(5)).isEqualTo(new Block(Long.MIN_VALUE, 1, 5, 1, 2));
        assertThat(down.raise(5)).isEqualTo(new Block(-1, Long.MIN_VALUE, 1, 1, 1));
        assertThat(down.raise(5)).isEqualTo(new Block(Long.MAX_VALUE, Long.MIN_VALUE, 2, 1, 2));
    }

    @Test
    void raise_afterTheLastLapThatCanBeCounted_isExhausted() {
        Journal journal = Journal.of(NONE.withMax(3).withCycle(true));
        journal.raise(1, new Position(1, Long.MAX_VALUE, 2));

        assertThat(journal.state().lap()).isEqualTo(Long.MAX_VALUE);
        exhausted(journal, "nextval: reached maximum value of sequence \"s\" (3)");
    }

    @Test
    void raise_exhausted_staysSoUntilTheMaximumIsRaised() {
        Journal journal = Journal.of(NONE.withMax(5));
        journal.raise(5);

        exhausted(journal, "nextval: reached maximum value of sequence \"s\" (5)");
        exhausted(journal, "nextval: reached maximum value of sequence \"s\" (5)");
        journal.alter(NONE.withMax(7));
        assertThat(journal.raise(9)).isEqualTo(new Block(6, 1, 2, 1, 1));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void raise_amountBelowOne_refused(long amount) {
        Journal journal = Journal.of(NONE);

        assertThatIllegalArgumentException().isThrownBy(() -> journal.raise(amount));
    }

    @Test
    void raise_dropped_refusedAsItCouldNotBeReplayed() {
        Journal journal = Journal.of(NONE);
        journal.drop();

        assertThatIllegalStateException().isThrownBy(() -> journal.raise(1));
    }

    @Test
    void remaining_beforeAndAfterRaises_countsDownToTheBound() {
        Journal journal = Journal.of(NONE.withIncrement(10).withMax(95));

        assertThat(journal.state().remaining()).isEqualTo(10);
        journal.raise(4);
        assertThat(journal.state().remaining()).isEqualTo(6);
        assertThat(journal.state().nextValue()).isEqualTo(41);
        assertThat(journal.state().position()).isEqualTo(31);
    }

    @Test
    void exhausted_cyclingAtItsBound_isNot() {
        Journal journal = Journal.of(NONE.withMax(5).withCycle(true));
        journal.raise(5);

        assertThat(journal.state().remaining()).isZero();
        assertThat(journal.state().exhausted()).isFalse();
    }

    private static void exhausted(Journal journal, String text) {
        SequenceState before = journal.state();

        assertThatExceptionOfType(SeqdException.class)
                .isThrownBy(() -> journal.raise(1))
                .withMessage(text)
                .matches(e -> e.error() == SeqdError.EXHAUSTED && "2200H".equals(e.sqlState()));
        assertThat(journal.state()).isEqualTo(before).isEqualTo(journal.replayed());
        assertThat(before.remaining()).isZero();
    }

    private static List<Long> values(Journal journal, long amount) {
        Block block = journal.raise(amount);
        List<Long> values = new ArrayList<>();
        for (long i = 0; i < block.count(); i++) {
            values.add(block.valueAt(i));
        }
        return values;
    }
}
