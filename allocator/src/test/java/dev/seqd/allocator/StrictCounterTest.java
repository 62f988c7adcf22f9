package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.core.SequenceChange.Alter;
import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceOptions.Setting;
import dev.seqd.core.SequenceOrder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A sequence of which nobody may hold a value that no caller waits for. */
class StrictCounterTest {
    private static final SequenceOptions STRICT = SequenceOptions.NONE.withOrder(SequenceOrder.STRICT);

    private static List<SequenceOptions> holdingNothing() {
        return List.of(STRICT, SequenceOptions.NONE.withCache(new Setting(1L)));
    }

    @ParameterizedTest
    @MethodSource("holdingNothing")
    void lease_severalWait_oneRaiseServesThemAllAndNothingMore(SequenceOptions options) {
        CounterHarness counter = CounterHarness.recovered(options);
        counter.leaseNeeding("a", 500, 3);
        counter.lease("b", 2);
        counter.lease("c", 1);
        counter.commit();
        assertThat(counter.raises).hasSize(2);
        assertThat(counter.lastRaise().amount()).isEqualTo(3);
        counter.commit();

        assertThat(counter.granted("a")).isEqualTo("1..3");
        assertThat(counter.granted("b")).isEqualTo("4..5");
        assertThat(counter.granted("c")).isEqualTo("6..6");
        assertThat(counter.counts.valuesBurnt().sum()).isZero();
    }

    @ParameterizedTest
    @MethodSource("holdingNothing")
    void lease_cameAfterTheRaiseWasAskedFor_isNotServedFromIt(SequenceOptions options) {
        CounterHarness counter = CounterHarness.recovered(options);
        counter.lease("early", 5);
        counter.pass(Duration.ofSeconds(4));
        counter.expire();
        counter.lease("late", 1);

        counter.commit();
        assertThat(counter.waits("late")).isTrue();
        assertThat(counter.counts.valuesBurnt().sum()).isEqualTo(5);
        counter.commit();

        assertThat(counter.granted("late")).isEqualTo("6..6");
    }

    @Test
    void alter_toStrict_givesUpWhatIsHeldInANewEpoch() {
        CounterHarness counter = CounterHarness.withReserve();

        counter.change("admin", new Alter(STRICT, true));
        counter.commitChange();
        counter.lease("a", 1);
        counter.commit();

        assertThat(counter.granted("a")).isEqualTo("2..2");
        assertThat(counter.grant("a").block().epoch()).isEqualTo(2);
        assertThat(counter.grant("a").terms().holdsNothing()).isTrue();
        assertThat(counter.state.next()).isEqualTo(3);
    }
}
