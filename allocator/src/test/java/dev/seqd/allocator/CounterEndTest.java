package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.core.Block;
import dev.seqd.core.SequenceChange;
import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceState;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What nodes give back when they or a Counter's owner end, and what becomes of it. */
class CounterEndTest {
    /** One value went to "filler", 1 to 101 were raised. */
    private final CounterHarness counter = CounterHarness.withReserve();

    private void givenBack(String who, long first) {
        Block granted = counter.grant(who).block();
        Block rest = granted.tail(first - granted.first()).orElseThrow();
        counter.state.givenBack(List.of(new Recall.Part(counter.grant(who).id(), rest)));
    }

    @Test
    void stop_nodeGivesBackWhatRests_isReleasedWithTheReserve() {
        counter.lease("node", 30);
        counter.nodes = 1;

        counter.state.stop(counter.now());
        assertThat(counter.releases).isEmpty();
        counter.giveBack("node", 12);
        counter.commitRelease();

        assertThat(counter.stopped).isTrue();
        assertThat(counter.journal.nextValue()).isEqualTo(12);
        assertThat(counter.counts.valuesBurnt().sum()).isZero();
    }

    @Test
    void stop_nodeDoesNotAnswer_onlyTheReserveIsReleased() {
        counter.lease("node", 30);
        counter.nodes = 1;

        counter.state.stop(counter.now());
        assertThat(counter.state.nextDeadlineNanos())
                .isEqualTo(counter.now() + CounterHarness.RECALL_TIMEOUT.toNanos());
        counter.pass(CounterHarness.RECALL_TIMEOUT);
        counter.expire();
        counter.commitRelease();

        assertThat(counter.journal.nextValue()).isEqualTo(32);
    }

    @Test
    void stop_twice_asksNodesOnce() {
        counter.lease("node", 30);
        counter.nodes = 1;

        counter.state.stop(counter.now());
        counter.state.stop(counter.now());
        counter.giveBack("node", 3);

        assertThat(counter.releases).hasSize(1);
        assertThat(counter.counts.valuesBurnt().sum()).isZero();
    }

    @Test
    void stop_raiseOutstanding_waitsForItAndReleasesItToo() {
        counter.lease("much", 500);
        counter.state.stop(counter.now());
        assertThat(counter.releases).isEmpty();

        counter.commit();
        counter.commitRelease();

        assertThat(counter.stopped).isTrue();
        assertThat(counter.journal.nextValue()).isEqualTo(102);
    }

    @Test
    void givenBack_adjoinsTheReserve_isGrantedAgain() {
        counter.lease("node", 30);

        givenBack("node", 5);
        counter.lease("other", 3);

        assertThat(counter.granted("other")).isEqualTo("5..7");
        assertThat(counter.counts.valuesBurnt().sum()).isZero();
    }

    @Test
    void givenBack_twice_isTakenOnce() {
        counter.lease("node", 30);

        givenBack("node", 5);
        counter.lease("other", 3);
        givenBack("node", 5);
        counter.lease("third", 1);

        assertThat(counter.granted("third")).isEqualTo("8..8");
        assertThat(counter.counts.valuesBurnt().sum()).isEqualTo(27);
    }

    @Test
    void givenBack_somebodyGotLaterValues_isAGap() {
        counter.lease("node", 10);
        counter.lease("later", 10);

        givenBack("node", 5);
        counter.lease("third", 1);

        assertThat(counter.granted("third")).isEqualTo("22..22");
        assertThat(counter.counts.valuesBurnt().sum()).isEqualTo(7);
    }

    @Test
    void givenBack_incrementWasChangedElsewhere_isAGap() {
        counter.lease("node", 100);
        SequenceChange byTen = new SequenceChange.Alter(SequenceOptions.NONE.withIncrement(10), false);
        counter.journal = SequenceState.apply(counter.journal, byTen.decide(CounterHarness.NAME, counter.journal));
        counter.recover();

        givenBack("node", 5);
        counter.lease("next", 1);
        counter.commit();

        assertThat(counter.granted("next")).isEqualTo("111..111");
        assertThat(counter.counts.valuesBurnt().sum()).isEqualTo(97);
    }

    @Test
    void givenBack_sequenceIsBeingChangedOrWas_isAGap() {
        counter.lease("node", 20);
        counter.nodes = 1;
        counter.change("admin", new SequenceChange.SetValue(1000, true, false));
        givenBack("node", 5);
        assertThat(counter.counts.valuesBurnt().sum()).isEqualTo(17);
        counter.giveBackNothing();
        counter.commitChange();

        givenBack("node", 5);
        counter.lease("third", 1);
        counter.commit();

        assertThat(counter.granted("third")).isEqualTo("1001..1001");
    }

    @Test
    void givenBack_ownerIsReleasing_isAGap() {
        counter.lease("node", 30);
        counter.state.stop(counter.now());

        givenBack("node", 5);
        counter.commitRelease();

        assertThat(counter.journal.nextValue()).isEqualTo(32);
        assertThat(counter.counts.valuesBurnt().sum()).isEqualTo(27);
    }

    @Test
    void givenBack_sequenceMayBeHeldNoMore_isAGap() {
        CounterHarness unknown = CounterHarness.recovered(SequenceOptions.NONE);
        unknown.state.givenBack(List.of(new Recall.Part("other-1", new Block(1, 1, 5, 1, 1))));

        unknown.lease("a", 1);
        unknown.commit();

        assertThat(unknown.granted("a")).isEqualTo("1..1");
        assertThat(unknown.counts.valuesBurnt().sum()).isEqualTo(5);
    }
}
