package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.core.Block;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceEvent.Created;
import dev.seqd.core.SequenceEvent.HighWaterRaised;
import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceOptions.Setting;
import dev.seqd.core.SequenceState;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CounterStateTest {
    private static final long MIN = CounterHarness.MIN;

    @Test
    void lease_beforeRecovery_waitsAndIsServedAfterwards() {
        CounterHarness counter = new CounterHarness(CounterHarness.created(SequenceOptions.NONE));
        counter.lease("a", 10);
        assertThat(counter.raises).isEmpty();

        counter.recover();
        counter.commit();

        assertThat(counter.granted("a")).isEqualTo("1..10");
    }

    @Test
    void lease_newSequence_raisesWhatIsWaitedForAndAReserve() {
        CounterHarness counter = CounterHarness.recovered(SequenceOptions.NONE);

        counter.lease("a", 10);

        assertThat(counter.raises).containsExactly(new CounterHarness.Raise(1, 10 + MIN, null));
    }

    @Test
    void lease_reserveHolds_isServedWithoutTheJournal() {
        CounterHarness counter = CounterHarness.withReserve();

        counter.lease("a", 10);

        assertThat(counter.granted("a")).isEqualTo("2..11");
        assertThat(counter.raises).hasSize(1);
    }

    @Test
    void lease_reserveBelowItsThreshold_isServedAtOnceAndRaisedBeyondWhatWasRaised() {
        CounterHarness counter = CounterHarness.withReserve();

        counter.lease("a", 60);

        assertThat(counter.granted("a")).isEqualTo("2..61");
        assertThat(counter.raises).hasSize(2);
        assertThat(counter.lastRaise().known().value()).isEqualTo(101);
    }

    @Test
    void lease_moreThanABlockMax_getsABlockMax() {
        CounterHarness counter = CounterHarness.recovered(SequenceOptions.NONE);
        counter.lease("a", Long.MAX_VALUE);
        counter.commit();

        assertThat(counter.granted("a")).isEqualTo("1..1000");
    }

    @Test
    void lease_severalWait_oneRaiseServesAllInTheirOrder() {
        CounterHarness counter = CounterHarness.recovered(SequenceOptions.NONE);
        counter.lease("a", 10);
        counter.lease("b", 20);
        counter.lease("c", 30);
        assertThat(counter.raises).hasSize(1);

        counter.commit();

        assertThat(counter.granted("a")).isEqualTo("1..10");
        assertThat(counter.granted("b")).isEqualTo("11..30");
        assertThat(counter.granted("c")).isEqualTo("31..60");
    }

    @Test
    void grant_each_hasAnIdOfItsOwnAndTellsWhatRemains() {
        CounterHarness counter =
                CounterHarness.recovered(SequenceOptions.NONE.withMax(100_000).withCache(new Setting(50L)));
        Set<String> ids = new HashSet<>();
        for (String who : new String[] {"a", "b", "c"}) {
            counter.lease(who, 10);
            if (counter.waits(who)) {
                counter.commit();
            }
            ids.add(counter.grant(who).id());
        }

        assertThat(ids).hasSize(3).allMatch(id -> id.startsWith("me-"));
        assertThat(counter.grant("a").remaining()).isEqualTo(100_000);
        assertThat(counter.grant("c").remaining()).isEqualTo(99_980);
        assertThat(counter.grant("c").holdingLimit()).isEqualTo(50);
    }

    @Test
    void raised_serialOfAnEarlierRaise_isBurnt() {
        CounterHarness counter = CounterHarness.recovered(SequenceOptions.NONE);
        counter.lease("a", 10);
        counter.state.journalLost();
        counter.recover();
        assertThat(counter.raises).hasSize(2);

        Block late = new Block(1, 1, 110, 1, 1);
        counter.journal = SequenceState.apply(counter.journal, new HighWaterRaised(late));
        counter.state.raised(1, late, counter.journal, counter.now());
        assertThat(counter.waits("a")).isTrue();
        counter.commit();

        assertThat(counter.granted("a")).isEqualTo("111..120");
        assertThat(counter.counts.valuesBurnt().sum()).isEqualTo(110);
    }

    @Test
    void raised_nothingOutstanding_isBurnt() {
        CounterHarness counter = CounterHarness.withReserve();
        counter.raiseElsewhere(5);

        counter.state.raised(1, new Block(102, 1, 5, 1, 1), counter.journal, counter.now());

        assertThat(counter.counts.valuesBurnt().sum()).isEqualTo(5);
        assertThat(counter.state.next()).isEqualTo(2);
    }

    @Test
    void recovered_raiseOutstanding_outcomeIsUnknownAndItsRangeNeverUsed() {
        CounterHarness counter = CounterHarness.recovered(SequenceOptions.NONE);
        counter.lease("a", 10);
        counter.raiseElsewhere(110); // its own raise, committed, but the answer is lost
        counter.state.journalLost();

        counter.recover();
        counter.commit();

        assertThat(counter.granted("a")).isEqualTo("111..120");
        assertThat(counter.counts.unknownRaises().sum()).isEqualTo(1);
    }

    @Test
    void journalLost_reserveHolds_keepsServingAndAsksForNothing() {
        CounterHarness counter = CounterHarness.withReserve();
        counter.state.journalLost();

        counter.lease("a", 90);
        counter.lease("b", 90);
        counter.lease("c", 90);

        assertThat(counter.granted("a")).isEqualTo("2..91");
        assertThat(counter.granted("b")).isEqualTo("92..101");
        assertThat(counter.waits("c")).isTrue();
        assertThat(counter.raises).hasSize(1);
        counter.recover();
        counter.commit();
        assertThat(counter.granted("c")).isEqualTo("102..191");
    }

    @Test
    void recovered_markLowerThanItsOwnRaises_raisesBeyondThem() {
        CounterHarness counter = CounterHarness.withReserve();
        counter.journal = CounterHarness.created(SequenceOptions.NONE);
        counter.state.journalLost();

        counter.recover();
        counter.lease("a", 100);
        counter.lease("b", 5);
        counter.commit();

        assertThat(counter.granted("a")).isEqualTo("2..101");
        assertThat(counter.granted("b")).isEqualTo("102..106");
        assertThat(counter.counts.regressions().sum()).isEqualTo(1);
        assertThat(counter.healed).hasSize(1);
    }

    @Test
    void raiseRefused_anything_refusesWhoWaitsAndAsksAgainNextTime() {
        CounterHarness counter = CounterHarness.recovered(SequenceOptions.NONE);
        counter.lease("a", 1);

        counter.state.raiseRefused(
                7, counter.journal, new SeqdException(SeqdError.EXHAUSTED, "of another raise"), counter.now());
        assertThat(counter.waits("a")).isTrue();
        counter.state.raiseRefused(
                1, counter.journal, new SeqdException(SeqdError.EXHAUSTED, "no more"), counter.now());
        counter.lease("b", 1);

        assertThat(counter.refused("a")).isEqualTo(SeqdError.EXHAUSTED);
        assertThat(counter.raises).hasSize(2);
    }

    @Test
    void lease_queueFull_isRefusedAndTheOthersStay() {
        CounterHarness counter = CounterHarness.recovered(SequenceOptions.NONE);
        for (String who : new String[] {"a", "b", "c", "d"}) {
            counter.lease(who, 1);
        }

        assertThat(counter.refused("d")).isEqualTo(SeqdError.OVERLOADED);
        counter.commit();
        assertThat(counter.granted("c")).isEqualTo("3..3");
    }

    @Test
    void expire_deadlinePassed_refusesThoseWhoseTimeIsUp() {
        CounterHarness counter = CounterHarness.recovered(SequenceOptions.NONE);
        counter.lease("a", 1);
        counter.pass(Duration.ofSeconds(3));
        counter.lease("b", 1);
        assertThat(counter.state.nextDeadlineNanos())
                .isEqualTo(Duration.ofSeconds(4).toNanos());

        counter.pass(Duration.ofSeconds(1));
        counter.state.expire(counter.now());

        assertThat(counter.refused("a")).isEqualTo(SeqdError.UNAVAILABLE);
        assertThat(counter.waits("b")).isTrue();
        assertThat(counter.state.nextDeadlineNanos())
                .isEqualTo(Duration.ofSeconds(7).toNanos());
        counter.commit();
        assertThat(counter.granted("b")).isEqualTo("1..1");
        assertThat(counter.state.nextDeadlineNanos()).isNull();
    }

    @Test
    void lease_cacheOne_raisesJustWhatIsWaitedForAndHoldsNothing() {
        CounterHarness counter = CounterHarness.recovered(SequenceOptions.NONE.withCache(new Setting(1L)));
        counter.leaseNeeding("a", 10, 1);
        assertThat(counter.lastRaise().amount()).isEqualTo(1);
        counter.leaseNeeding("b", 10, 1);
        counter.leaseNeeding("c", 10, 1);

        counter.commit();
        assertThat(counter.granted("a")).isEqualTo("1..1");
        assertThat(counter.lastRaise().amount()).isEqualTo(2);
        counter.commit();

        assertThat(counter.granted("c")).isEqualTo("3..3");
        assertThat(counter.raises).hasSize(2);
    }

    @Test
    void raised_cacheOneAndTheCallerGone_leavesNothingForLater() {
        CounterHarness counter = CounterHarness.recovered(SequenceOptions.NONE.withCache(new Setting(1L)));
        counter.lease("a", 1);
        counter.pass(Duration.ofSeconds(5));
        counter.state.expire(counter.now());

        counter.commit();
        counter.lease("b", 1);

        assertThat(counter.waits("b")).isTrue();
        assertThat(counter.counts.valuesBurnt().sum()).isEqualTo(1);
        counter.commit();
        assertThat(counter.granted("b")).isEqualTo("2..2");
    }

    @Test
    void lease_smallRange_takesAThousandthAtMost() {
        CounterHarness counter = CounterHarness.recovered(SequenceOptions.NONE.withMax(20_000));
        counter.lease("a", 500);
        assertThat(counter.lastRaise().amount()).isEqualTo(20 + 20);

        counter.commit();

        assertThat(counter.granted("a")).isEqualTo("1..20");
        assertThat(counter.grant("a").holdingLimit()).isEqualTo(20);
    }

    @Test
    void lease_descending_runsDownBeyondItsOwnRaises() {
        SequenceOptions down = SequenceOptions.NONE.withIncrement(-1L);
        CounterHarness counter = CounterHarness.recovered(down);
        counter.lease("a", 2);
        counter.commit();
        counter.journal = SequenceState.apply(null, new Created(counter.journal.definition(), 1));
        counter.recover();
        counter.lease("b", 100);
        counter.lease("c", 1);
        counter.commit();

        assertThat(counter.granted("a")).isEqualTo("-1..-2");
        assertThat(counter.granted("b")).isEqualTo("-3..-102");
        assertThat(counter.granted("c")).isEqualTo("-103..-103");
    }
}
