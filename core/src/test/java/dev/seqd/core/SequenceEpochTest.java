package dev.seqd.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.seqd.core.SequenceEvent.Released;
import dev.seqd.core.SequenceEvent.Repositioned;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Restart, setval and release: when a new epoch begins, and when nothing may come again. */
class SequenceEpochTest {
    private static final SequenceOptions NONE = SequenceOptions.NONE;

    private static Journal usedUpTo(long last) {
        Journal journal = Journal.of(NONE.withMax(1_000));
        journal.raise(last);
        return journal;
    }

    private static void wouldReuse(ThrowingCallable change) {
        assertThatExceptionOfType(SeqdException.class)
                .isThrownBy(change)
                .matches(e -> e.error() == SeqdError.WOULD_REUSE);
    }

    @Test
    void restart_beyondTheMark_keepsTheEpochAndGivesExactlyThat() {
        Journal journal = usedUpTo(10);
        journal.restart(11L, false);

        assertThat(journal.raise(2)).isEqualTo(new Block(11, 1, 2, 1, 1));
    }

    @Test
    void restart_atTheMark_needsPermissionAndBeginsAnEpoch() {
        Journal journal = usedUpTo(10);

        wouldReuse(() -> journal.restart(10L, false));
        journal.restart(10L, true);

        assertThat(journal.raise(2)).isEqualTo(new Block(10, 1, 2, 2, 1));
        assertThat(journal.state().reach().extremes()).isEqualTo(new Extremes(1, 11));
    }

    @Test
    void restart_unused_needsNoPermission() {
        Journal journal = Journal.of(NONE.withStart(50));
        journal.restart(5L, false);

        assertThat(journal.raise(1)).isEqualTo(new Block(5, 1, 1, 1, 1));
    }

    @Test
    void restart_outsideTheBounds_postgresText() {
        assertThatExceptionOfType(SeqdException.class)
                .isThrownBy(() -> usedUpTo(10).restart(1_001L, true))
                .withMessage("RESTART value (1001) cannot be greater than MAXVALUE (1000)");
    }

    @Test
    void setval_calledOneBeforeTheNextValue_isNoReuse() {
        Journal journal = usedUpTo(10);
        journal.setval(500, true, false);
        journal.setval(10, true, false);

        assertThat(journal.raise(1)).isEqualTo(new Block(11, 1, 1, 1, 1));
        wouldReuse(() -> journal.setval(10, true, false));
    }

    @Test
    void setval_atTheBound_isExhaustedNotReused() {
        Journal journal = usedUpTo(1_000);
        journal.setval(1_000, true, false);

        assertThat(journal.state().exhausted()).isTrue();
    }

    @Test
    void setval_behindTheMarkThenASmallerStep_isJudgedByTheNextValue() {
        Journal journal = Journal.of(NONE.withIncrement(10).withMax(95));
        journal.raise(10);
        journal.setval(90, true, false);

        wouldReuse(() -> journal.alter(NONE.withIncrement(1)));
        journal.alter(NONE.withMax(200));
        assertThat(journal.raise(1).first()).isEqualTo(100);
    }

    @Test
    void setval_floorKnownBehindTheCursor_goesOnFromTheCursor() {
        Journal journal = usedUpTo(10);
        journal.setval(100, true, false);

        assertThat(journal.raise(1, new Position(1, 1, 50)).first()).isEqualTo(101);
    }

    @Test
    void alter_order_beginsAnEpoch() {
        Journal journal = usedUpTo(10);
        SequenceOptions strict = NONE.withOrder(SequenceOrder.STRICT);

        wouldReuse(() -> journal.alter(strict));
        journal.change(new SequenceChange.Alter(strict, true));

        assertThat(journal.raise(1)).isEqualTo(new Block(11, 1, 1, 2, 1));
    }

    @Test
    void create_againWithReuse_beginsAnEpoch() {
        Journal journal = usedUpTo(10);
        journal.drop();

        wouldReuse(() -> journal.create(NONE));
        journal.change(new SequenceChange.Create(NONE, true));

        assertThat(journal.raise(1)).isEqualTo(new Block(1, 1, 1, 2, 1));
    }

    @Test
    void release_unissuedEnd_comesAgain() {
        Journal journal = usedUpTo(10);
        Reach afterTen = journal.state().reach();
        journal.raise(100);
        journal.note(new Released(afterTen));

        assertThat(journal.raise(1)).isEqualTo(new Block(11, 1, 1, 1, 1));
        assertThat(journal.replayed()).isEqualTo(journal.state());
    }

    @Test
    void apply_releaseUpwardsOrReuseWithinTheEpoch_refused() {
        Journal journal = usedUpTo(10);
        Reach far = new Reach(1, 50L, new Cursor(50, true), new Extremes(1, 50));

        assertThatIllegalStateException().isThrownBy(() -> SequenceState.apply(journal.state(), new Released(far)));
        assertThatIllegalStateException()
                .isThrownBy(() -> SequenceState.apply(journal.state(), new Repositioned(new Cursor(5, false), 1)));
    }

    @Test
    void alter_sameType_keepsABoundAtItsLimitAsPostgresDoes() {
        Journal journal =
                Journal.of(NONE.withIncrement(-1).withMax(Long.MAX_VALUE).withStart(5));
        journal.alter(NONE.withType(SequenceType.BIGINT).withMax(SequenceOptions.Setting.DERIVED));

        assertThat(journal.state().definition().max()).isEqualTo(Long.MAX_VALUE);
    }
}
