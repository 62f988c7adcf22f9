package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceChange;
import dev.seqd.core.SequenceChange.Alter;
import dev.seqd.core.SequenceChange.Create;
import dev.seqd.core.SequenceChange.Drop;
import dev.seqd.core.SequenceChange.SetValue;
import dev.seqd.core.SequenceEvent.Created;
import dev.seqd.core.SequenceEvent.Dropped;
import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceState;
import org.junit.jupiter.api.Test;

/** What happens to a Counter when its sequence changes, ends or is found damaged. */
class CounterChangeTest {
    private static final SequenceOptions NONE = SequenceOptions.NONE;
    private static final SequenceChange BY_TEN = new Alter(NONE.withIncrement(10), false);

    @Test
    void change_increment_nextIsOneNewStepBeyondWhatWasIssued() {
        CounterHarness counter = CounterHarness.withReserve();

        counter.change("admin", BY_TEN);
        assertThat(counter.commitChange()).isEqualTo("admin");
        counter.lease("a", 2);
        counter.commit();

        assertThat(counter.granted("a")).isEqualTo("11..21");
        assertThat(counter.counts.valuesBurnt().sum()).isZero();
    }

    @Test
    void change_nodesGiveBack_whatTheyDidNotIssueComesAgain() {
        CounterHarness counter = CounterHarness.withReserve();
        counter.lease("node", 50);
        counter.nodes = 2;

        counter.change("admin", BY_TEN);
        assertThat(counter.changes).isEmpty();
        counter.giveBack("node", 5);
        counter.giveBackNothing();
        counter.commitChange();
        counter.lease("a", 1);
        counter.commit();

        assertThat(counter.granted("a")).isEqualTo("14..14");
        assertThat(counter.counts.valuesBurnt().sum()).isZero();
    }

    @Test
    void ended_whileNodesGiveBack_whatCameIsCountedAsAGap() {
        CounterHarness counter = CounterHarness.withReserve();
        counter.lease("node", 50);
        counter.nodes = 2;
        counter.change("admin", BY_TEN);
        counter.giveBack("node", 5);

        counter.state.ended();

        assertThat(counter.counts.valuesBurnt().sum()).isEqualTo(50 + 47);
    }

    @Test
    void change_givenBackButNotTheNewest_isAGap() {
        CounterHarness counter = CounterHarness.withReserve();
        counter.lease("older", 20);
        counter.lease("newer", 20);
        counter.nodes = 1;

        counter.change("admin", BY_TEN);
        counter.giveBack("older", 12);
        counter.commitChange();
        counter.lease("a", 1);
        counter.commit();

        assertThat(counter.granted("a")).isEqualTo("51..51");
        assertThat(counter.counts.valuesBurnt().sum()).isEqualTo(10);
    }

    @Test
    void change_nodeDoesNotAnswer_isWrittenAfterTheRecallsTime() {
        CounterHarness counter = CounterHarness.withReserve();
        counter.nodes = 1;

        counter.change("admin", BY_TEN);
        counter.lease("a", 1);
        assertThat(counter.refused("a")).isEqualTo(SeqdError.UNAVAILABLE);
        assertThat(counter.state.nextDeadlineNanos()).isEqualTo(CounterHarness.RECALL_TIMEOUT.toNanos());
        counter.pass(CounterHarness.RECALL_TIMEOUT);
        counter.expire();

        assertThat(counter.changes).hasSize(1);
        assertThat(counter.commitChange()).isEqualTo("admin");
    }

    @Test
    void change_answerAfterTheRecallsTime_isAGap() {
        CounterHarness counter = CounterHarness.withReserve();
        counter.lease("node", 50);
        counter.nodes = 1;
        counter.change("admin", BY_TEN);
        counter.pass(CounterHarness.RECALL_TIMEOUT);
        counter.expire();

        counter.giveBack("node", 5);
        counter.commitChange();
        counter.lease("a", 1);
        counter.commit();

        assertThat(counter.granted("a")).isEqualTo("61..61");
        assertThat(counter.counts.valuesBurnt().sum()).isEqualTo(47);
    }

    @Test
    void change_refused_releasesAllTheSameAndGoesOn() {
        CounterHarness counter = CounterHarness.withReserve();
        counter.change("admin", new SetValue(0, true, false));

        counter.state.changed(counter.changes.get(0).serial(), counter.journal, false, counter.now());
        counter.lease("a", 1);
        counter.commit();

        assertThat(counter.granted("a")).isEqualTo("102..102");
        assertThat(counter.counts.valuesBurnt().sum()).isEqualTo(100);
    }

    @Test
    void change_sizesOnly_neitherRecallsNorGivesUpTheReserve() {
        CounterHarness counter = CounterHarness.withReserve();
        counter.nodes = 5;

        counter.change("admin", new Alter(NONE.withStart(7), false));
        counter.lease("a", 1);
        counter.commitChange();

        assertThat(counter.granted("a")).isEqualTo("2..2");
        assertThat(counter.state.next()).isEqualTo(3);
    }

    @Test
    void change_whileARaiseIsOutstanding_waitsForIt() {
        CounterHarness counter = CounterHarness.recovered(NONE);
        counter.lease("a", 1);

        counter.change("admin", BY_TEN);
        counter.lease("b", 1);
        assertThat(counter.changes).isEmpty();
        counter.commit();
        counter.commitChange();
        counter.lease("c", 1);
        counter.commit();

        assertThat(counter.granted("a")).isEqualTo("1..1");
        assertThat(counter.granted("b")).isEqualTo("2..2");
        assertThat(counter.granted("c")).isEqualTo("12..12");
    }

    @Test
    void change_severalAtOnce_areWrittenOneAfterTheOther() {
        CounterHarness counter = CounterHarness.withReserve();

        counter.change("first", BY_TEN);
        counter.change("second", new Alter(NONE.withIncrement(3), false));
        assertThat(counter.changes).hasSize(1);
        assertThat(counter.commitChange()).isEqualTo("first");
        assertThat(counter.commitChange()).isEqualTo("second");
        counter.lease("a", 1);
        counter.commit();

        assertThat(counter.granted("a")).isEqualTo("4..4");
    }

    @Test
    void change_journalRecoversInBetween_isUnconfirmedAndTheReserveIsNotUsedAgain() {
        CounterHarness counter = CounterHarness.withReserve();
        counter.change("admin", BY_TEN);
        counter.state.journalLost();
        counter.lease("a", 1);
        assertThat(counter.waits("a")).isTrue();

        counter.recover();
        counter.commit();

        assertThat(counter.refused("admin")).isEqualTo(SeqdError.UNAVAILABLE);
        assertThat(counter.granted("a")).isEqualTo("102..102");
    }

    @Test
    void change_committedButUnconfirmed_goesOnFromWhatWasReleased() {
        CounterHarness counter = CounterHarness.withReserve();
        counter.change("admin", new Alter(NONE.withMax(80), false));
        counter.commitUnconfirmed();
        counter.state.journalLost();

        counter.recover();
        counter.lease("a", 1);
        counter.commit();

        assertThat(counter.refused("admin")).isEqualTo(SeqdError.UNAVAILABLE);
        assertThat(counter.granted("a")).isEqualTo("2..2");
        assertThat(counter.healed).isEmpty();
    }

    @Test
    void change_recalledWhileTheJournalIsAway_isWrittenOnceItIsBack() {
        CounterHarness counter = CounterHarness.withReserve();
        counter.nodes = 1;
        counter.change("admin", BY_TEN);
        counter.state.journalLost();
        counter.giveBackNothing();
        assertThat(counter.changes).isEmpty();

        counter.recover();

        assertThat(counter.commitChange()).isEqualTo("admin");
    }

    @Test
    void ended_changeUnderWay_isToldThatItIsUnconfirmed() {
        CounterHarness counter = CounterHarness.withReserve();
        counter.change("admin", BY_TEN);

        counter.state.ended();

        assertThat(counter.refused("admin")).isEqualTo(SeqdError.UNAVAILABLE);
    }

    @Test
    void change_journalIsAway_waitsForItButNotForEver() {
        CounterHarness counter = CounterHarness.withReserve();
        counter.state.journalLost();
        counter.change("admin", BY_TEN);
        counter.lease("a", 1);
        assertThat(counter.granted("a")).isEqualTo("2..2");

        counter.pass(java.time.Duration.ofSeconds(5));
        counter.expire();
        counter.recover();

        assertThat(counter.refused("admin")).isEqualTo(SeqdError.UNAVAILABLE);
        assertThat(counter.changes).isEmpty();
    }

    @Test
    void changed_nothing_keepsTheReserve() {
        CounterHarness counter = CounterHarness.withReserve();

        counter.change("admin", new Create(NONE, false));
        counter.commitChange();

        assertThat(counter.state.next()).isEqualTo(2);
    }

    @Test
    void recovered_newerEpoch_dropsTheReserve() {
        CounterHarness counter = CounterHarness.withReserve();
        counter.state.journalLost();
        counter.journal = SequenceState.apply(
                SequenceState.apply(counter.journal, new Dropped()), new Created(counter.journal.definition(), 2));

        counter.recover();
        counter.lease("a", 3);
        counter.commit();

        assertThat(counter.granted("a")).isEqualTo("1..3");
        assertThat(counter.grant("a").block().epoch()).isEqualTo(2);
        assertThat(counter.counts.valuesBurnt().sum()).isEqualTo(100);
    }

    @Test
    void changed_dropped_isUnknownUntilCreatedAgain() {
        CounterHarness counter = CounterHarness.withReserve();
        counter.change("admin", new Drop());
        counter.commitChange();
        counter.lease("a", 1);
        assertThat(counter.refused("a")).isEqualTo(SeqdError.UNKNOWN_SEQUENCE);

        counter.change("admin2", new Create(NONE.withStart(500), false));
        counter.commitChange();
        counter.lease("b", 1);
        counter.commit();

        assertThat(counter.granted("b")).isEqualTo("500..500");
    }

    @Test
    void recovered_nothingInTheJournal_isUnknownAndRaisesNothing() {
        CounterHarness counter = new CounterHarness(null);
        counter.lease("a", 1);

        counter.recover();
        counter.lease("b", 1);

        assertThat(counter.refused("a")).isEqualTo(SeqdError.UNKNOWN_SEQUENCE);
        assertThat(counter.refused("b")).isEqualTo(SeqdError.UNKNOWN_SEQUENCE);
        assertThat(counter.raises).isEmpty();
    }

    @Test
    void corrupt_anyTime_refusesEverybodyUntilItHasRecovered() {
        CounterHarness counter = CounterHarness.withReserve();
        counter.lease("a", 1000);
        counter.lease("b", 1000);
        counter.state.corrupt("its last event is gone");
        counter.lease("c", 1);
        counter.state.journalLost();
        counter.lease("d", 1);
        counter.change("admin", BY_TEN);

        assertThat(counter.refused("b")).isEqualTo(SeqdError.UNAVAILABLE);
        assertThat(counter.refused("c")).isEqualTo(SeqdError.UNAVAILABLE);
        assertThat(counter.refused("d")).isEqualTo(SeqdError.UNAVAILABLE);
        assertThat(counter.refused("admin")).isEqualTo(SeqdError.UNAVAILABLE);
        assertThat(counter.state.journal()).isEqualTo(JournalCondition.CORRUPT);
        counter.recover();
        counter.lease("e", 1);
        counter.commit();
        assertThat(counter.granted("e")).isEqualTo("102..102");
    }

    @Test
    void stop_somebodyWaits_isToldToTryAgainAndTheRestIsReleased() {
        CounterHarness counter = CounterHarness.withReserve();
        counter.lease("a", 30);

        counter.state.stop(counter.now());
        counter.lease("b", 1);
        assertThat(counter.refused("b")).isEqualTo(SeqdError.UNAVAILABLE);
        assertThat(counter.stopped).isFalse();
        counter.commitRelease();

        assertThat(counter.stopped).isTrue();
        assertThat(counter.journal.nextValue()).isEqualTo(32);
        assertThat(counter.counts.valuesBurnt().sum()).isZero();
    }

    @Test
    void stop_nothingRaised_endsAtOnce() {
        CounterHarness counter = CounterHarness.recovered(NONE);

        counter.state.stop(counter.now());

        assertThat(counter.stopped).isTrue();
        assertThat(counter.releases).isEmpty();
    }

    @Test
    void stop_journalIsAway_endsAtOnceAndTheReserveIsAGap() {
        CounterHarness counter = CounterHarness.withReserve();
        counter.state.journalLost();

        counter.state.stop(counter.now());
        counter.state.ended();

        assertThat(counter.stopped).isTrue();
        assertThat(counter.counts.valuesBurnt().sum()).isEqualTo(100);
    }

    @Test
    void lease_exhausted_staysSoAndResumesWhenTheBoundMoves() {
        CounterHarness counter = CounterHarness.recovered(NONE.withMax(2));
        counter.lease("a", 5);
        counter.commit();
        counter.lease("b", 5);
        counter.commit();

        for (String who : new String[] {"c", "d"}) {
            counter.lease(who, 1);
            refuseAsTheJournalDoes(counter);
            assertThat(counter.refused(who)).isEqualTo(SeqdError.EXHAUSTED);
        }

        counter.change("admin", new Alter(NONE.withMax(3), false));
        counter.commitChange();
        counter.lease("e", 1);
        counter.commit();
        assertThat(counter.granted("e")).isEqualTo("3..3");
    }

    static void refuseAsTheJournalDoes(CounterHarness counter) {
        try {
            counter.commit();
        } catch (SeqdException refusal) {
            counter.state.raiseRefused(counter.lastRaise().serial(), counter.journal, refusal, counter.now());
            return;
        }
        throw new AssertionError("the journal does not refuse " + counter.lastRaise());
    }
}
