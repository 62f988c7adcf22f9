package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.core.Block;
import dev.seqd.core.Position;
import dev.seqd.core.SequenceEvent;
import dev.seqd.core.SequenceEvent.Dropped;
import dev.seqd.core.SequenceEvent.HighWaterRaised;
import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceState;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecountTest {
    private static Known known(long epoch, long lap, long value) {
        return new Known("orders", new Position(epoch, lap, value), true);
    }

    private static SequenceState raisedTo(long last) {
        SequenceState created = CounterHarness.created(SequenceOptions.NONE.withMax(1000));
        return SequenceState.apply(created, new HighWaterRaised(new Block(1, 1, last, 1, 1)));
    }

    /** After what is missing nothing is missing any more. */
    private static SequenceState healed(Known known, @Nullable SequenceState before) {
        SequenceState after = before;
        List<SequenceEvent> missing = Recount.missing(known, before);
        assertThat(missing).isNotEmpty();
        for (SequenceEvent event : missing) {
            after = SequenceState.apply(after, event);
        }
        assertThat(Recount.missing(known, after)).isEmpty();
        return after;
    }

    private static Position next(SequenceState state) {
        return state.raise(new SequenceName("orders"), 1, null).range().start();
    }

    @Test
    void missing_markCoversWhatIsKnown_isNothing() {
        assertThat(Recount.missing(known(1, 1, 100), raisedTo(100))).isEmpty();
        assertThat(Recount.missing(known(1, 1, 7), raisedTo(100))).isEmpty();
    }

    @Test
    void missing_beyondTheMark_movesIt() {
        assertThat(next(healed(known(1, 1, 150), raisedTo(100)))).isEqualTo(new Position(1, 1, 151));
    }

    @Test
    void missing_theVeryBound_isExhausted() {
        assertThat(healed(known(1, 1, 1000), raisedTo(100)).exhausted()).isTrue();
    }

    @Test
    void missing_ofAnEpochThatIsLost_beginsOneAfterIt() {
        assertThat(next(healed(known(4, 1, 20), raisedTo(100)))).isEqualTo(new Position(5, 1, 101));
        assertThat(next(healed(known(4, 1, 300), raisedTo(100)))).isEqualTo(new Position(5, 1, 301));
    }

    @Test
    void missing_ofALapThatTheLostDefinitionAllowed_beginsAnEpoch() {
        assertThat(next(healed(known(1, 3, 20), raisedTo(100)))).isEqualTo(new Position(2, 1, 101));
    }

    @Test
    void missing_reachedInTheOtherDirection_beginsAnEpoch() {
        Known descending = new Known("orders", new Position(1, 1, 20), false);

        assertThat(next(healed(descending, raisedTo(100)))).isEqualTo(new Position(2, 1, 101));
        SequenceState unused = CounterHarness.created(SequenceOptions.NONE.withMax(1000));
        assertThat(next(healed(descending, unused))).isEqualTo(new Position(2, 1, 21));
    }

    @Test
    void missing_creationLost_leavesATombstoneThatRemembers() {
        SequenceState tombstone = healed(known(2, 1, 70), null);

        assertThat(tombstone.dropped()).isTrue();
        assertThat(tombstone.epoch()).isEqualTo(2);
        assertThat(tombstone.reach().extremes().highest()).isEqualTo(70);
    }

    @Test
    void missing_secondCreationLost_widensTheTombstone() {
        SequenceState dropped = SequenceState.apply(raisedTo(100), new Dropped());

        assertThat(Recount.missing(known(1, 1, 90), dropped)).isEmpty();
        SequenceState tombstone = healed(known(1, 1, 150), dropped);
        assertThat(tombstone.dropped()).isTrue();
        assertThat(tombstone.reach().extremes().highest()).isEqualTo(150);
        assertThat(healed(known(2, 1, 5), dropped).epoch()).isEqualTo(2);
    }
}
