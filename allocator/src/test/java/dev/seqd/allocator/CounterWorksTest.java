package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.core.SequenceOptions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When a Counter says that it works, so that nobody stands in for it. */
class CounterWorksTest {
    private static final Duration HALF = CounterHarness.MAX_WAIT.dividedBy(2);

    private final CounterHarness counter = new CounterHarness(CounterHarness.created(SequenceOptions.NONE));

    @Test
    void works_beginsToRecover_doesForHalfOfAWait() {
        counter.lease("a", 1);
        assertThat(works()).isTrue();

        counter.pass(HALF);
        assertThat(works()).isTrue();

        counter.pass(Duration.ofNanos(1));
        assertThat(works()).isFalse();
    }

    @Test
    void works_hasItsJournal_does() {
        counter.recover();

        assertThat(works()).isTrue();
    }

    @Test
    void works_journalIsLost_doesNotUntilItIsBack() {
        counter.recover();
        counter.state.journalLost();
        assertThat(works()).isFalse();

        counter.recover();
        assertThat(works()).isTrue();
    }

    @Test
    void works_raiseIsLate_doesNotUntilItIsThere() {
        counter.recover();
        counter.lease("a", 1);
        counter.pass(HALF.plusNanos(1));
        assertThat(works()).isFalse();

        counter.commit();
        assertThat(works()).isTrue();
    }

    @Test
    void works_ends_doesNot() {
        CounterHarness ending = CounterHarness.withReserve();
        ending.state.stop(ending.now());

        assertThat(ending.state.works(ending.now())).isFalse();
    }

    @Test
    void works_journalIsCorrupt_doesNot() {
        counter.state.corrupt("events are missing");

        assertThat(works()).isFalse();
    }

    private boolean works() {
        return counter.state.works(counter.now());
    }
}
