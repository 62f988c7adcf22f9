package dev.seqd.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.seqd.core.SequenceEvent.Advanced;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A mark that moves without a range. */
@Domain(CoreDomain.class)
@Domain(DomainContext.Global.class)
class SequenceStateAdvanceTest {
    private static final SequenceOptions NONE = SequenceOptions.NONE;

    private static Journal advanced(SequenceOptions options, long raised, long by) {
        Journal journal = Journal.of(options);
        if (raised > 0) {
            journal.raise(raised);
        }
        journal.change(new SequenceChange.AdvanceBy(by));
        return journal;
    }

    /** To advance by some values is to hand them out to nobody. */
    @Property
    void advanceBy_anyDefinition_isAsIfSoManyHadBeenHandedOut(
            @ForAll SequenceDefinition definition,
            @ForAll @LongRange(min = 0, max = 7) long used,
            @ForAll @LongRange(min = 0, max = 40) long by) {
        Journal moved = new Journal();
        moved.note(new SequenceEvent.Created(definition, 1));
        Journal taken = new Journal();
        taken.note(new SequenceEvent.Created(definition, 1));
        take(moved, used);
        take(taken, used);

        moved.change(new SequenceChange.AdvanceBy(by));
        take(taken, by);

        assertThat(moved.state().markPosition()).isEqualTo(taken.state().markPosition());
        assertThat(moved.state().reach().cursor())
                .isEqualTo(taken.state().reach().cursor());
        assertThat(moved.replayed()).isEqualTo(moved.state());
    }

    private static void take(Journal journal, long values) {
        for (long i = 0; i < values && !journal.state().exhausted(); i++) {
            try {
                journal.raise(1);
            } catch (SeqdException e) {
                return;
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1000000, 1000011", "-1, 1000000, -1000011", "7, 3, 92", "-7, 3, -92"})
    void advanceBy_anyDirection_countsInSteps(long increment, long by, long next) {
        assertThat(advanced(NONE.withIncrement(increment), 10, by).raise(1).first())
                .isEqualTo(next);
    }

    @Test
    void advanceBy_nothingHandedOutYet_countsFromTheStart() {
        assertThat(advanced(NONE.withStart(100L), 0, 5).raise(1).first()).isEqualTo(105);
    }

    @Test
    void advanceBy_moreThanIsLeft_exhaustsAndNeverReuses() {
        Journal journal = advanced(NONE.withMax(95L).withIncrement(10), 2, Long.MAX_VALUE);

        assertThat(journal.state().mark()).isEqualTo(91);
        assertThat(journal.state().exhausted()).isTrue();
        assertThat(journal.change(new SequenceChange.AdvanceBy(1))).isFalse();
    }

    @Test
    void advanceBy_cycling_goesThroughAsManyLapsAsThatTakes() {
        Journal journal = advanced(NONE.withMax(10L).withCycle(true), 4, 29);

        assertThat(journal.raise(1)).isEqualTo(new Block(4, 1, 1, 1, 4));
    }

    @Test
    void advanceBy_zero_changesNothing() {
        assertThat(Journal.of(NONE).change(new SequenceChange.AdvanceBy(0))).isFalse();
    }

    @Test
    void advanceTo_valueAheadOrBehind_onlyMovesForward() {
        Journal journal = Journal.of(NONE.withIncrement(10));
        journal.raise(3);

        assertThat(journal.change(new SequenceChange.AdvanceTo(21))).isFalse();
        assertThat(journal.change(new SequenceChange.AdvanceTo(57))).isTrue();
        assertThat(journal.state().mark()).isEqualTo(57);
        assertThat(journal.raise(1).first()).isEqualTo(61);
    }

    @Test
    void advanceTo_behindWhereSetvalLedTo_keepsThatPlace() {
        Journal journal = Journal.of(NONE);
        journal.raise(3);
        journal.setval(1000, true, false);
        journal.change(new SequenceChange.AdvanceTo(500));

        assertThat(journal.raise(1).first()).isEqualTo(1001);
    }

    @Test
    void advanceTo_outOfBounds_isRefused() {
        Journal journal = Journal.of(NONE.withMax(10L));

        assertThatExceptionOfType(SeqdException.class)
                .isThrownBy(() -> journal.change(new SequenceChange.AdvanceTo(11)))
                .withMessage("raise: value 11 is out of bounds for sequence \"s\" (1..10)")
                .satisfies(e -> assertThat(e.sqlState()).isEqualTo("22003"));
    }

    @Test
    void advance_theVeryBound_isRemembered() {
        Journal journal = Journal.of(NONE.withMax(10L));
        journal.note(journal.state().advance(new Position(1, 1, 10)));

        assertThat(journal.state().exhausted()).isTrue();
    }

    @Test
    void apply_backwards_isDamage() {
        Journal journal = Journal.of(NONE);
        journal.raise(10);

        assertThat(journal.state().advance(new Position(1, 1, 10))).isNull();
        assertThatIllegalStateException()
                .isThrownBy(() -> SequenceState.apply(
                        journal.state(), new Advanced(new Position(1, 1, 10), new Cursor(10, true))))
                .withMessageContaining("does not move mark 10");
    }

    @Test
    void advanceBy_dropped_isRefused() {
        Journal journal = Journal.of(NONE);
        journal.drop();

        assertThatExceptionOfType(SeqdException.class)
                .isThrownBy(() -> journal.change(new SequenceChange.AdvanceBy(1)))
                .satisfies(e -> assertThat(e.error()).isEqualTo(SeqdError.UNKNOWN_SEQUENCE));
    }
}
