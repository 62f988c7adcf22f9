package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.core.After;
import dev.seqd.core.SequenceChange;
import dev.seqd.core.SequenceChange.Alter;
import dev.seqd.core.SequenceChange.Restart;
import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceState;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a Counter knows to be used when its journal has lost it, around changes and releases. */
class CounterLossTest {
    private static final SequenceOptions NONE = SequenceOptions.NONE;
    private static final SequenceChange BY_TEN = new Alter(NONE.withIncrement(10), false);

    @Test
    void change_afterLostCommitsWereHealed_releasesNothingThatWasHandedOut() {
        CounterHarness counter = CounterHarness.withReserve();
        counter.journal = CounterHarness.created(NONE);
        counter.state.journalLost();
        counter.recover();
        counter.lease("all", 100);
        counter.commit();
        assertThat(counter.granted("all")).isEqualTo("2..101");

        counter.change("admin", BY_TEN);
        counter.commitChange();
        counter.lease("a", 1);
        counter.commit();

        assertThat(counter.grant("a").block().first()).isGreaterThan(101);
    }

    @Test
    void change_newEpochIsLostAgain_theCounterStillKnowsWhatItRaisedBefore() {
        CounterHarness counter = CounterHarness.withReserve();
        SequenceState before = CounterHarness.created(NONE);
        counter.lease("some", 50);
        counter.change("admin", new Restart(1L, true));
        counter.commitChange();

        counter.journal = before;
        counter.state.journalLost();
        counter.recover();
        counter.lease("a", 1);
        counter.commit();

        assertThat(counter.grant("a").block().first()).isEqualTo(52);
    }

    @Test
    void change_firstValuesOfAnEpochGivenUp_nothingBeforeThemIsTakenForUsed() {
        CounterHarness counter = CounterHarness.recovered(NONE.withStart(9));
        counter.leaseNeeding("late", 50, 1);
        counter.pass(Duration.ofSeconds(5));
        counter.expire();
        counter.commit();
        counter.change("admin", new Restart(4L, false));
        counter.commitUnconfirmed();
        counter.state.journalLost();

        counter.recover();
        counter.lease("a", 1);
        counter.commit();

        assertThat(counter.granted("a")).isEqualTo("4..4");
        assertThat(counter.healed).isEmpty();
    }

    @Test
    void change_newestRaisesAreLost_givingUpTheRestOfAnOlderOneForgetsNoneOfThem() {
        CounterHarness counter = CounterHarness.withReserve();
        SequenceState before = counter.journal;
        counter.lease("far", 5, new After(101, 1L, null));
        counter.commit();
        assertThat(counter.granted("far")).isEqualTo("102..106");
        counter.journal = before;
        counter.state.journalLost();
        counter.recover();

        counter.change("admin", BY_TEN);
        counter.commitChange();
        counter.lease("next", 1);

        assertThat(counter.lastRaise().known().value()).isEqualTo(106);
    }
}
