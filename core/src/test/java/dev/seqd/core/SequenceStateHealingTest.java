package dev.seqd.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What somebody knows to be used while the journal does not. */
class SequenceStateHealingTest {
    private static final SequenceOptions NONE = SequenceOptions.NONE;

    @ParameterizedTest
    @CsvSource({"11, 31", "21, 31", "22, 31", "30, 31", "31, 41", "32, 41", "40, 41", "41, 51", "1001, 1011"})
    void raise_knownOnOrOffTheGrid_nextGridValueBeyondIt(long known, long expected) {
        Journal journal = Journal.of(NONE.withIncrement(10));
        journal.raise(3);

        assertThat(journal.raise(2, new Position(1, 1, known))).isEqualTo(new Block(expected, 10, 2, 1, 1));
    }

    @ParameterizedTest
    @CsvSource({"-11, -31", "-21, -31", "-22, -31", "-31, -41", "-32, -41", "-40, -41", "-41, -51"})
    void raise_knownOfADescendingSequence_nextGridValueBeyondIt(long known, long expected) {
        Journal journal = Journal.of(NONE.withIncrement(-10));
        journal.raise(3);

        assertThat(journal.raise(2, new Position(1, 1, known))).isEqualTo(new Block(expected, -10, 2, 1, 1));
    }

    @ParameterizedTest
    @CsvSource({"-9223372036854775808, 100", "99, 100", "100, 101", "250, 251"})
    void raise_knownWhileNothingWasHandedOut_startUnlessItIsKnown(long known, long expected) {
        Journal journal = Journal.of(NONE.withStart(100));

        assertThat(journal.raise(1, new Position(1, 1, known)).first()).isEqualTo(expected);
    }

    @Test
    void raise_knownOfAnOlderEpoch_isIgnored() {
        Journal journal = journalInEpoch(2);

        assertThat(journal.raise(1, new Position(1, 9, 999)).first()).isEqualTo(1);
    }

    @Test
    void raise_knownOfANewerEpoch_refused() {
        Journal unused = Journal.of(NONE);
        Journal used = Journal.of(NONE);
        used.raise(100);

        refused(unused, new Position(2, 1, 1), "epoch 2 of sequence \"s\" has not begun, it is in epoch 1");
        refused(used, new Position(2, 1, 1), "epoch 2 of sequence \"s\" has not begun, it is in epoch 1");
    }

    @Test
    void raise_knownOfALaterLapThatNeverBegins_refusedAsValuesWouldComeAgain() {
        Journal journal = Journal.of(NONE.withMax(1_000));
        journal.raise(500);

        refused(journal, new Position(1, 2, 5), "lap 2 of sequence \"s\" never begins, it does not cycle");
    }

    @Test
    void raise_knownOfALaterLap_goesOnThereOnTheGridOfThatLap() {
        Journal journal = cyclingUsedTo(14);

        assertThat(journal.raise(9, new Position(1, 3, 6))).isEqualTo(new Block(9, 4, 2, 1, 3));
        assertThat(journal.raise(9)).isEqualTo(new Block(1, 4, 4, 1, 4));
    }

    @Test
    void raise_knownBeforeTheFirstValueOfALaterLap_thatLapBegins() {
        Journal journal = cyclingUsedTo(14);

        assertThat(journal.raise(9, new Position(1, 2, -50))).isEqualTo(new Block(1, 4, 4, 1, 2));
    }

    @ParameterizedTest
    @CsvSource({"13, 3", "15, 3", "9223372036854775807, 3"})
    void raise_knownAtTheEndOfALaterLap_theLapAfterBegins(long known, long expectedLap) {
        Journal journal = cyclingUsedTo(14);

        assertThat(journal.raise(9, new Position(1, 2, known))).isEqualTo(new Block(1, 4, 4, 1, expectedLap));
    }

    @Test
    void raise_knownOfAnEarlierLap_isIgnored() {
        Journal journal = cyclingUsedTo(14);
        journal.raise(2);

        assertThat(journal.raise(1, new Position(1, 1, 15)).first()).isEqualTo(9);
    }

    @Test
    void raise_knownBeyondTheBound_exhaustedWithoutAChange() {
        Journal journal = Journal.of(NONE.withMax(1_000));
        journal.raise(10);
        SequenceState before = journal.state();

        assertThatExceptionOfType(SeqdException.class)
                .isThrownBy(() -> journal.raise(1, new Position(1, 1, Long.MAX_VALUE)))
                .matches(e -> e.error() == SeqdError.EXHAUSTED);
        assertThat(journal.state()).isEqualTo(before);
        assertThat(journal.raise(1).first()).isEqualTo(11);
    }

    @Test
    void raise_knownMoreThanTheLargestLongAway_isReached() {
        Journal fine = Journal.of(NONE.withMin(Long.MIN_VALUE));
        fine.raise(1);
        Journal coarse = Journal.of(NONE.withMin(Long.MIN_VALUE).withIncrement(1L << 62));
        coarse.raise(1);

        assertThat(fine.raise(1, new Position(1, 1, 5)).first()).isEqualTo(6);
        assertThat(coarse.raise(1, new Position(1, 1, 0)).first()).isEqualTo(1L << 62);
    }

    @ParameterizedTest
    @CsvSource({"20, 0", "21, 1", "30, 1", "31, 2", "10021, 1001", "9223372036854775807, 922337203685477579"})
    void stepsTo_positionOfTheSameLap_countsWhatMustBePassed(long value, long steps) {
        Journal journal = Journal.of(NONE.withIncrement(10));
        journal.raise(3);

        assertThat(journal.state().stepsTo(new Position(1, 1, value))).isEqualTo(steps);
    }

    @Test
    void stepsTo_anotherLap_isNothingOrEverything() {
        Journal journal = cyclingUsedTo(14);
        journal.raise(2);

        assertThat(journal.state().lap()).isEqualTo(2);
        assertThat(journal.state().stepsTo(new Position(1, 1, 15))).isZero();
        assertThat(journal.state().stepsTo(new Position(1, 3, 1))).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void stepsTo_moreThanALongCanCount_saturates() {
        Journal journal = Journal.of(NONE.withMin(Long.MIN_VALUE));

        assertThat(journal.state().stepsTo(new Position(1, 1, Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void isBeyondMark_nothingHandedOut_isEveryPositionOfTheEpoch() {
        SequenceState state = journalInEpoch(2).state();

        assertThat(state.isBeyondMark(new Position(2, 1, Long.MIN_VALUE))).isTrue();
        assertThat(state.isBeyondMark(new Position(3, 1, 1))).isTrue();
        assertThat(state.isBeyondMark(new Position(1, 1, Long.MAX_VALUE))).isFalse();
    }

    private static void refused(Journal journal, Position known, String text) {
        SequenceState before = journal.state();

        assertThatExceptionOfType(SeqdException.class)
                .isThrownBy(() -> journal.raise(1, known))
                .withMessage(text)
                .matches(e -> e.error() == SeqdError.BEYOND_MARK);
        assertThat(journal.state()).isEqualTo(before);
    }

    /** Begins at a value that is not on the grid of later laps: 14 in the first lap, then 1, 5, 9, 13. */
    private static Journal cyclingUsedTo(long start) {
        Journal journal =
                Journal.of(NONE.withIncrement(4).withMax(15).withStart(start).withCycle(true));
        journal.raise(1);
        return journal;
    }

    private static Journal journalInEpoch(long epoch) {
        Journal journal = new Journal();
        journal.note(new SequenceEvent.Created(SequenceDefinition.of(NONE), epoch));
        return journal;
    }
}
