package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.core.After;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SequenceOptions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a caller's {@code after} does to a Counter. */
class CounterFloorTest {
    private static final SequenceOptions NONE = SequenceOptions.NONE;

    private static After after(long value) {
        return new After(value, 1L, null);
    }

    private static After withoutEpoch(long value) {
        return new After(value, null, null);
    }

    @Test
    void lease_floorWithinTheReserve_isServedBeyondItAndTheRestStays() {
        CounterHarness counter = CounterHarness.withReserve();

        counter.lease("a", 5, after(50));
        counter.lease("b", 2);

        assertThat(counter.granted("a")).isEqualTo("51..55");
        assertThat(counter.granted("b")).isEqualTo("2..3");
        assertThat(counter.raises).hasSize(1);
    }

    @Test
    void lease_floorOfAnOlderEpochOrBelow_meansNothing() {
        CounterHarness counter = CounterHarness.withReserve();

        counter.lease("a", 1, after(1));
        counter.lease("b", 1, withoutEpoch(-5));

        assertThat(counter.granted("a")).isEqualTo("2..2");
        assertThat(counter.granted("b")).isEqualTo("3..3");
    }

    @Test
    void lease_floorAtTheEndOfAFullReserve_raisesAtOnceForIt() {
        CounterHarness counter = CounterHarness.withReserve();

        counter.lease("a", 5, after(101));
        assertThat(counter.lastRaise().amount()).isEqualTo(5);
        counter.commit();

        assertThat(counter.granted("a")).isEqualTo("102..106");
        assertThat(counter.state.next()).isEqualTo(2);
    }

    @Test
    void lease_floorBeyondTheMark_healsWithinTheBudgetOnceTheFenceLetIt() {
        CounterHarness counter = CounterHarness.withReserve();

        counter.lease("a", 5, after(1000));
        assertThat(counter.counts.regressions().sum()).isZero();
        counter.commit();

        assertThat(counter.granted("a")).isEqualTo("1001..1005");
        assertThat(counter.counts.regressions().sum()).isEqualTo(1);
        assertThat(counter.healed).hasSize(1);
    }

    @Test
    void lease_floorOfWhatAnotherNodeRaised_isNoHealing() {
        CounterHarness counter = CounterHarness.withReserve();
        counter.raiseElsewhere(1000);
        counter.lease("a", 5, after(1000));
        counter.state.journalLost(); // the fence refused the raise

        counter.recover();
        counter.commit();

        assertThat(counter.granted("a")).isEqualTo("1102..1106");
        assertThat(counter.counts.regressions().sum()).isZero();
        assertThat(counter.healed).isEmpty();
    }

    @Test
    void lease_floorBeyondTheMarkWithoutEpoch_isRefusedOnlyAfterARaiseHasProvenTheMark() {
        CounterHarness counter = CounterHarness.withReserve();

        counter.lease("a", 5, withoutEpoch(1000));
        assertThat(counter.waits("a")).isTrue();
        assertThat(counter.lastRaise().known().value()).isEqualTo(101);
        assertThat(counter.lastRaise().amount()).isEqualTo(1);
        counter.commit();

        assertThat(counter.refused("a")).isEqualTo(SeqdError.BEYOND_MARK);
        assertThat(counter.counts.regressions().sum()).isZero();
    }

    @Test
    void lease_floorWithoutEpochOfWhatAnotherNodeRaised_isServed() {
        CounterHarness counter = CounterHarness.withReserve();
        counter.raiseElsewhere(1000);
        counter.lease("a", 5, withoutEpoch(1000));
        counter.state.journalLost();

        counter.recover();
        counter.commit();

        assertThat(counter.granted("a")).isEqualTo("1102..1106");
    }

    @Test
    void lease_raiseWasOutstandingWhenTheFloorCame_thatOneProvesNothing() {
        CounterHarness counter = CounterHarness.recovered(NONE);
        counter.lease("a", 1);
        counter.lease("b", 1, withoutEpoch(1000));

        counter.commit();
        assertThat(counter.waits("b")).isTrue();
        counter.commit();

        assertThat(counter.refused("b")).isEqualTo(SeqdError.BEYOND_MARK);
    }

    @Test
    void lease_floorBeyondTheBudget_isRefusedAndBurnsNothing() {
        CounterHarness counter =
                new CounterHarness(CounterHarness.created(NONE), CounterHarness.settings(10_000)).recover();

        counter.lease("a", 1, after(20_000));
        counter.commit();

        assertThat(counter.refused("a")).isEqualTo(SeqdError.BEYOND_MARK);
        assertThat(counter.state.next()).isEqualTo(1);
    }

    @Test
    void lease_budgetSpent_isRefusedUntilAnHourHasPassed() {
        CounterHarness counter =
                new CounterHarness(CounterHarness.created(NONE), CounterHarness.settings(10_000)).recover();
        counter.lease("a", 1, after(9_000));
        counter.commit();
        assertThat(counter.granted("a")).isEqualTo("9001..9001");

        counter.lease("b", 1, after(12_000));
        counter.commit();
        assertThat(counter.refused("b")).isEqualTo(SeqdError.BEYOND_MARK);

        counter.pass(Duration.ofHours(1));
        counter.lease("c", 1, after(12_000));
        counter.commit();
        assertThat(counter.granted("c")).isEqualTo("12001..12001");
    }

    @Test
    void lease_floorOfAnEpochThatHasNotBegun_isRefusedAlone() {
        CounterHarness counter = CounterHarness.recovered(NONE);
        counter.lease("a", 1);
        counter.lease("b", 1, new After(5, 2L, 1L));
        counter.commit();
        counter.commit();

        assertThat(counter.granted("a")).isEqualTo("1..1");
        assertThat(counter.refused("b")).isEqualTo(SeqdError.BEYOND_MARK);
    }

    @Test
    void lease_floorAtTheBound_isRefusedAloneAndExhaustsNobodyElse() {
        CounterHarness counter = CounterHarness.recovered(NONE.withMax(1000));
        counter.lease("a", 1, after(1000));
        counter.lease("b", 1);
        counter.commit();
        if (counter.waits("b")) {
            counter.commit();
        }

        assertThat(counter.refused("a")).isEqualTo(SeqdError.BEYOND_MARK);
        assertThat(counter.granted("b")).isEqualTo("1..1");
    }

    @Test
    void lease_floorOutsideTheBounds_doesNotWrapACyclingSequence() {
        CounterHarness counter = CounterHarness.recovered(NONE.withMax(1000).withCycle(true));
        counter.lease("a", 1, after(1001));
        counter.commit();

        assertThat(counter.refused("a")).isEqualTo(SeqdError.BEYOND_MARK);
        assertThat(counter.journal.lap()).isEqualTo(1);
    }

    @Test
    void lease_floorAtTheBoundOfACyclingSequence_isServedFromTheNextLap() {
        CounterHarness counter = CounterHarness.recovered(NONE.withMax(1000).withCycle(true));
        counter.lease("a", 1, after(1000));
        counter.commit();

        assertThat(counter.granted("a")).isEqualTo("1..1");
        assertThat(counter.grant("a").block().lap()).isEqualTo(2);
    }

    @Test
    void lease_floorBelowTheStartOfANewSequence_isServedInFull() {
        CounterHarness counter = CounterHarness.recovered(NONE.withStart(100L));
        counter.lease("a", 5, after(10));
        counter.commit();

        assertThat(counter.granted("a")).isEqualTo("100..104");
        assertThat(counter.counts.regressions().sum()).isZero();
    }

    @Test
    void lease_queueFullOfBogusFloors_othersAreServedFromTheReserve() {
        CounterHarness counter = CounterHarness.withReserve();
        counter.state.journalLost();
        for (String who : new String[] {"a", "b", "c"}) {
            counter.lease(who, 1, withoutEpoch(1_000_000));
        }

        counter.lease("d", 1);
        counter.lease("e", 1, withoutEpoch(1_000_000));

        assertThat(counter.granted("d")).isEqualTo("2..2");
        assertThat(counter.refused("e")).isEqualTo(SeqdError.OVERLOADED);
    }
}
