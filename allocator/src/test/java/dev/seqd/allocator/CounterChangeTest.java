package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceEvent.Altered;
import dev.seqd.core.SequenceEvent.Dropped;
import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceState;
import org.junit.jupiter.api.Test;

/** What happens to a Counter when its sequence changes, ends or is found damaged. */
class CounterChangeTest {
    @Test
    void changed_otherDefinition_dropsTheReserve() {
        CounterHarness counter = CounterHarness.withReserve();
        counter.journal =
                SequenceState.apply(counter.journal, counter.journal.alter(SequenceOptions.NONE.withIncrement(10L)));

        counter.state.changed(counter.journal, counter.now());
        counter.lease("a", 2);
        counter.commit();

        assertThat(counter.granted("a")).isEqualTo("111..121");
        assertThat(counter.counts.valuesBurnt().sum()).isEqualTo(100);
    }

    @Test
    void changed_sameDefinition_keepsTheReserve() {
        CounterHarness counter = CounterHarness.withReserve();

        counter.state.changed(counter.journal, counter.now());

        assertThat(counter.state.next()).isEqualTo(2);
    }

    @Test
    void recovered_newerEpoch_dropsTheReserve() {
        CounterHarness counter = CounterHarness.withReserve();
        counter.state.journalLost();
        SequenceState old = counter.journal;
        counter.journal = new SequenceState(old.definition(), old.version(), 2, 1, null, 1L, old.extremes(), false);

        counter.recover();
        counter.lease("a", 3);
        counter.commit();

        assertThat(counter.granted("a")).isEqualTo("1..3");
        assertThat(counter.grant("a").block().epoch()).isEqualTo(2);
        assertThat(counter.counts.valuesBurnt().sum()).isEqualTo(100);
    }

    @Test
    void recovered_droppedAndCreatedAgainElsewhereAsItWas_dropsTheReserve() {
        SequenceOptions options = SequenceOptions.NONE.withStart(1_000L).withMax(1_000_000_000L);
        CounterHarness counter = CounterHarness.recovered(options);
        counter.lease("a", 1);
        counter.commit();
        SequenceState dropped = SequenceState.apply(counter.journal, new Dropped());
        counter.journal = new SequenceState(
                dropped.definition(), dropped.version() + 1, 1, 1, 1100L, 5_000L, dropped.extremes(), false);

        counter.recover();
        counter.lease("b", 1);
        counter.commit();

        assertThat(counter.granted("b")).isEqualTo("5000..5000");
    }

    @Test
    void changed_dropped_isUnknownUntilCreatedAgain() {
        CounterHarness counter = CounterHarness.withReserve();
        counter.journal = SequenceState.apply(counter.journal, new Dropped());
        counter.state.changed(counter.journal, counter.now());
        counter.lease("a", 1);
        assertThat(counter.refused("a")).isEqualTo(SeqdError.UNKNOWN_SEQUENCE);

        SequenceOptions again = SequenceOptions.NONE.withStart(500L);
        counter.journal =
                SequenceState.apply(counter.journal, SequenceState.create(CounterHarness.NAME, counter.journal, again));
        counter.state.changed(counter.journal, counter.now());
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

        assertThat(counter.refused("b")).isEqualTo(SeqdError.UNAVAILABLE);
        assertThat(counter.refused("c")).isEqualTo(SeqdError.UNAVAILABLE);
        assertThat(counter.refused("d")).isEqualTo(SeqdError.UNAVAILABLE);
        assertThat(counter.state.isCorrupt()).isTrue();
        counter.recover();
        counter.lease("e", 1);
        counter.commit();
        assertThat(counter.granted("e")).isEqualTo("102..102");
    }

    @Test
    void stopped_somebodyWaits_isToldToTryAgain() {
        CounterHarness counter = CounterHarness.withReserve();
        counter.lease("a", 1000);
        counter.lease("b", 1000);

        counter.state.stopped();

        assertThat(counter.refused("b")).isEqualTo(SeqdError.UNAVAILABLE);
        assertThat(counter.counts.valuesBurnt().sum()).isZero();
    }

    @Test
    void lease_exhausted_staysSoAndResumesWhenTheBoundMoves() {
        CounterHarness counter = CounterHarness.recovered(SequenceOptions.NONE.withMax(2));
        counter.lease("a", 5);
        counter.commit();
        counter.lease("b", 5);
        counter.commit();

        for (String who : new String[] {"c", "d"}) {
            counter.lease(who, 1);
            refuseAsTheJournalDoes(counter);
            assertThat(counter.refused(who)).isEqualTo(SeqdError.EXHAUSTED);
        }

        counter.journal = SequenceState.apply(counter.journal, counter.journal.alter(SequenceOptions.NONE.withMax(3)));
        counter.state.changed(counter.journal, counter.now());
        counter.lease("e", 1);
        counter.commit();
        assertThat(counter.granted("e")).isEqualTo("3..3");
    }

    static void refuseAsTheJournalDoes(CounterHarness counter) {
        try {
            counter.commit();
        } catch (SeqdException refusal) {
            counter.state.raiseRefused(counter.lastRaise().serial(), refusal);
            return;
        }
        throw new AssertionError("the journal does not refuse " + counter.lastRaise());
    }

    @Test
    void changed_raiseOutstanding_isStillUsedWhenItCommits() {
        CounterHarness counter = CounterHarness.recovered(SequenceOptions.NONE);
        counter.lease("a", 1);
        counter.journal = SequenceState.apply(
                counter.journal,
                new Altered(counter.journal.definition().altered(SequenceOptions.NONE.withCycle(true), 1)));
        counter.state.changed(counter.journal, counter.now());

        counter.commit();

        assertThat(counter.granted("a")).isEqualTo("1..1");
        assertThat(counter.raises).hasSize(1);
    }
}
