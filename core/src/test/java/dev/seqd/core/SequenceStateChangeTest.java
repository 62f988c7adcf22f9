package dev.seqd.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.seqd.core.SequenceEvent.Altered;
import dev.seqd.core.SequenceEvent.Created;
import dev.seqd.core.SequenceEvent.Dropped;
import dev.seqd.core.SequenceEvent.HighWaterRaised;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Creating, altering, dropping, creating again; and what a damaged journal may not say. */
class SequenceStateChangeTest {
    private static final SequenceOptions NONE = SequenceOptions.NONE;
    private static final SequenceOptions DOWN =
            NONE.withIncrement(-1).withMin(-1_000).withMax(1_000);

    @Test
    void create_sameDefinitionAgain_nothingToNote() {
        Journal journal = Journal.of(NONE.withStart(5));
        journal.raise(3);

        assertThat(journal.create(NONE.withStart(5).withCycle(false))).isFalse();
        assertThat(journal.state().version()).isEqualTo(1);
    }

    @Test
    void create_otherDefinition_refusedWithPostgresText() {
        Journal journal = Journal.of(NONE);

        assertThatExceptionOfType(SeqdException.class)
                .isThrownBy(() -> journal.create(NONE.withIncrement(2)))
                .withMessage("relation \"s\" already exists")
                .matches(e -> e.error() == SeqdError.SEQUENCE_EXISTS && "42P07".equals(e.sqlState()));
    }

    @Test
    void create_invalidDefinitionOfATakenName_definitionIsRefusedFirst() {
        Journal journal = Journal.of(NONE);

        assertThatExceptionOfType(SeqdException.class)
                .isThrownBy(() -> journal.create(NONE.withIncrement(0)))
                .matches(e -> e.error() == SeqdError.INVALID_DEFINITION);
    }

    @Test
    void create_droppedUnused_beginsAsIfNew() {
        Journal journal = Journal.of(NONE.withStart(500));
        journal.drop();
        journal.create(NONE);

        assertThat(journal.raise(1)).isEqualTo(new Block(1, 1, 1, 1, 1));
        assertThat(journal.state().version()).isEqualTo(2);
    }

    @Test
    void create_droppedAndStartNotBeyondItsValues_refused() {
        Journal journal = usedFrom101To150ThenDropped();

        wouldReuse(journal, NONE);
        wouldReuse(journal, NONE.withStart(150));
        wouldReuse(journal, DOWN.withStart(101));
        wouldReuse(journal, DOWN.withStart(1_000));
    }

    @Test
    void create_droppedAndStartAboveItsValues_goesOnInTheSameEpoch() {
        Journal journal = usedFrom101To150ThenDropped();
        journal.create(NONE.withStart(151));

        assertThat(journal.raise(2)).isEqualTo(new Block(151, 1, 2, 1, 1));
        assertThat(journal.state().reach().extremes()).isEqualTo(new Extremes(101, 152));
    }

    @Test
    void create_droppedAndStartBelowItsValuesDescending_beginsAnEpochWithoutPermission() {
        Journal journal = usedFrom101To150ThenDropped();
        journal.create(DOWN.withStart(100));

        assertThat(journal.raise(2)).isEqualTo(new Block(100, -1, 2, 2, 1));
        assertThat(journal.state().reach().extremes()).isEqualTo(new Extremes(99, 150));
    }

    @Test
    void create_droppedTwice_allEarlierValuesCount() {
        Journal journal = usedFrom101To150ThenDropped();
        journal.create(DOWN.withStart(100));
        journal.raise(51);
        journal.drop();

        wouldReuse(journal, NONE.withStart(150));
        wouldReuse(journal, DOWN.withStart(50));
        journal.create(NONE.withStart(151));
        assertThat(journal.raise(1).first()).isEqualTo(151);
    }

    @Test
    void create_againWithKnownBetweenMarkAndStart_beginsExactlyAtTheStart() {
        Journal journal = usedFrom101To150ThenDropped();
        journal.create(NONE.withStart(1_000));

        assertThat(journal.raise(1, new Position(1, 1, 700)).first()).isEqualTo(1_000);
        assertThat(journal.raise(1, new Position(1, 1, 2_000)).first()).isEqualTo(2_001);
    }

    @Test
    void create_againAfterLaps_keepsTheLap() {
        Journal journal = Journal.of(NONE.withMax(5).withCycle(true));
        journal.raise(5);
        journal.raise(2);
        journal.drop();
        journal.create(NONE.withStart(6).withMax(7).withCycle(true));

        assertThat(journal.raise(9)).isEqualTo(new Block(6, 1, 2, 1, 2));
        assertThat(journal.raise(9)).isEqualTo(new Block(1, 1, 7, 1, 3));
    }

    @Test
    void create_extremesAtTheEndsOf64Bits_nothingLiesBeyond() {
        Journal journal = Journal.of(NONE.withStart(Long.MAX_VALUE));
        journal.raise(1);
        journal.drop();

        wouldReuse(journal, NONE.withStart(Long.MAX_VALUE));
    }

    @Test
    void alter_nothingChanges_nothingToNote() {
        Journal journal = Journal.of(NONE);

        assertThat(journal.alter(NONE)).isFalse();
        assertThat(journal.alter(NONE.withIncrement(1))).isFalse();
    }

    @Test
    void alter_increment_nextIsPositionPlusNewIncrement() {
        Journal journal = Journal.of(NONE);
        journal.raise(10);
        journal.alter(NONE.withIncrement(5));

        assertThat(journal.raise(2)).isEqualTo(new Block(15, 5, 2, 1, 1));
        assertThat(journal.state().version()).isEqualTo(2);
    }

    @Test
    void alter_startOfAnUnusedSequence_isOnlyRecorded() {
        Journal journal = Journal.of(NONE);
        journal.alter(NONE.withStart(50));

        assertThat(journal.state().definition().start()).isEqualTo(50);
        assertThat(journal.raise(1).first()).isEqualTo(1);
    }

    @Test
    void alter_incrementOfAnUnusedSequence_beginsAtTheStart() {
        Journal journal = Journal.of(NONE.withStart(7));
        journal.alter(NONE.withIncrement(100));

        assertThat(journal.raise(2)).isEqualTo(new Block(7, 100, 2, 1, 1));
    }

    @Test
    void alter_directionOfAnUnusedSequence_isAllowed() {
        Journal journal = Journal.of(NONE.withStart(5));
        journal.alter(NONE.withIncrement(-1));

        assertThat(journal.raise(2)).isEqualTo(new Block(5, -1, 2, 1, 1));
    }

    @Test
    void alter_directionOfAUsedSequence_refused() {
        Journal journal = Journal.of(NONE);
        journal.raise(5);

        assertThatExceptionOfType(SeqdException.class)
                .isThrownBy(() -> journal.alter(NONE.withIncrement(-1)))
                .matches(e -> e.error() == SeqdError.WOULD_REUSE);
    }

    @Test
    void alter_boundBehindThePosition_refused() {
        Journal journal = Journal.of(NONE);
        journal.raise(50);

        assertThatExceptionOfType(SeqdException.class)
                .isThrownBy(() -> journal.alter(NONE.withMax(49)))
                .withMessage("RESTART value (50) cannot be greater than MAXVALUE (49)");
        assertThat(journal.alter(NONE.withMax(50))).isTrue();
        assertThat(journal.state().exhausted()).isTrue();
    }

    @Test
    void alter_typeOfAnExhaustedSequence_goesOnInTheWiderType() {
        Journal journal = Journal.of(NONE.withType(SequenceType.SMALLINT).withStart(32_767));
        journal.raise(1);
        journal.alter(NONE.withType(SequenceType.INTEGER));

        assertThat(journal.raise(1).first()).isEqualTo(32_768);
    }

    @Test
    void alter_cycleOnAnExhaustedSequence_beginsTheNextLap() {
        Journal journal = Journal.of(NONE.withMax(5));
        journal.raise(5);
        journal.alter(NONE.withCycle(true).withMin(0));

        assertThat(journal.raise(2)).isEqualTo(new Block(0, 1, 2, 1, 2));
    }

    @Test
    void alter_dropped_unknown() {
        Journal journal = Journal.of(NONE);
        journal.drop();

        assertThatExceptionOfType(SeqdException.class)
                .isThrownBy(() -> journal.alter(NONE.withMax(5)))
                .withMessage("relation \"s\" does not exist")
                .matches(e -> e.error() == SeqdError.UNKNOWN_SEQUENCE && "42P01".equals(e.sqlState()));
    }

    @Test
    void apply_eventsOfWhatDoesNotExist_refused() {
        SequenceState dropped = droppedUnused();

        damaged(null, new Dropped());
        damaged(null, new HighWaterRaised(new Block(1, 1, 1, 1, 1)));
        damaged(dropped, new Dropped());
        damaged(dropped, new Altered(SequenceDefinition.of(NONE), 1));
        damaged(dropped, new HighWaterRaised(new Block(1, 1, 1, 1, 1)));
    }

    @Test
    void apply_createdTwiceOrInAnOlderEpoch_refused() {
        SequenceState inEpoch2 = SequenceState.apply(null, new Created(SequenceDefinition.of(NONE), 2));

        damaged(inEpoch2, new Created(SequenceDefinition.of(NONE), 2));
        damaged(SequenceState.apply(inEpoch2, new Dropped()), new Created(SequenceDefinition.of(NONE), 1));
    }

    @Test
    void apply_createdInANewerEpoch_beginsAtTheStartAndKeepsTheExtremes() {
        Journal journal = usedFrom101To150ThenDropped();
        journal.note(new Created(SequenceDefinition.of(NONE), 2));

        assertThat(journal.state().reach().extremes()).isEqualTo(new Extremes(101, 150));
        assertThat(journal.raise(1)).isEqualTo(new Block(1, 1, 1, 2, 1));
    }

    @Test
    void apply_rangeNotBeyondTheMark_refused() {
        Journal journal = Journal.of(NONE.withMax(1_000));
        journal.raise(100);

        damaged(journal.state(), new HighWaterRaised(new Block(100, 1, 5, 1, 1)));
        damaged(journal.state(), new HighWaterRaised(new Block(50, 1, 500, 1, 1)));
    }

    @Test
    void apply_rangeOfAnotherEpochIncrementOrBound_refused() {
        Journal journal = Journal.of(NONE.withMax(1_000));
        journal.raise(100);

        damaged(journal.state(), new HighWaterRaised(new Block(101, 1, 5, 2, 1)));
        damaged(journal.state(), new HighWaterRaised(new Block(101, 2, 5, 1, 1)));
        damaged(journal.state(), new HighWaterRaised(new Block(101, -1, 5, 1, 1)));
        damaged(journal.state(), new HighWaterRaised(new Block(999, 1, 3, 1, 1)));
        damaged(journal.state(), new HighWaterRaised(new Block(0, 1, 3, 1, 2)));
    }

    @Test
    void apply_turnOfAUsedSequence_refused() {
        Journal journal = Journal.of(NONE);
        journal.raise(100);

        damaged(journal.state(), new Altered(SequenceDefinition.of(DOWN), 1));
    }

    @Test
    void construct_countersOrPartsOutOfRange_refused() {
        SequenceDefinition any = SequenceDefinition.of(NONE);
        Extremes one = new Extremes(1, 1);

        Cursor cursor = new Cursor(1, false);
        Reach reach = new Reach(1, 1L, cursor, one);

        refused(() -> new SequenceState(any, 0, 1, reach, false));
        refused(() -> new SequenceState(any, 1, 0, reach, false));
        refused(() -> new Reach(0, 1L, cursor, one));
        refused(() -> new Reach(1, 1L, cursor, null));
        refused(() -> new Reach(1, 2L, cursor, one));
        refused(() -> new Extremes(2, 1));
        refused(() -> new Created(any, 0));
        refused(() -> new Altered(any, 0));
        refused(() -> new SequenceEvent.Repositioned(cursor, 0));
    }

    private static SequenceState droppedUnused() {
        Journal journal = Journal.of(NONE);
        journal.drop();
        return journal.state();
    }

    private static Journal usedFrom101To150ThenDropped() {
        Journal journal = Journal.of(NONE.withStart(101));
        journal.raise(50);
        journal.drop();
        return journal;
    }

    private static void wouldReuse(Journal journal, SequenceOptions options) {
        assertThatExceptionOfType(SeqdException.class)
                .isThrownBy(() -> journal.create(options))
                .matches(e -> e.error() == SeqdError.WOULD_REUSE);
    }

    private static void damaged(@Nullable SequenceState before, SequenceEvent event) {
        assertThatIllegalStateException().isThrownBy(() -> SequenceState.apply(before, event));
    }

    private static void refused(ThrowingCallable construction) {
        assertThatIllegalArgumentException().isThrownBy(construction);
    }
}
