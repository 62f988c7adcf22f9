package dev.seqd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.allocator.Grant;
import dev.seqd.allocator.LeaseRequest;
import dev.seqd.allocator.Recall;
import dev.seqd.allocator.Terms;
import dev.seqd.core.After;
import dev.seqd.core.Block;
import dev.seqd.core.RefillPolicy;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceDefinition;
import dev.seqd.core.SequenceEvent;
import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceOptions.Setting;
import dev.seqd.core.SequenceState;
import dev.seqd.core.Sizing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.pekko.actor.testkit.typed.javadsl.TestInbox;
import org.junit.jupiter.api.Test;

class LeaseStateTest {
    private static final long SECOND = 1_000_000_000L;
    private static final HttpSettings SETTINGS = new HttpSettings(
            "127.0.0.1",
            0,
            "",
            Duration.ofSeconds(5),
            3,
            new RefillPolicy(10, 1_000_000, Duration.ofSeconds(30), Duration.ofSeconds(60)),
            Duration.ofMillis(100),
            Duration.ofSeconds(2),
            Duration.ofMinutes(15),
            100_000,
            new ConnectionLimits(Duration.ofSeconds(25), Duration.ofSeconds(20)));
    private static final Terms FREE = new Terms(false, null, Sizing.CONFIGURED);
    private static final Terms STRICT = new Terms(true, null, Sizing.CONFIGURED);
    private final List<Ask> asks = new ArrayList<>();
    private final List<String> answers = new ArrayList<>();
    private final NodeCounts counts = new NodeCounts();
    private final LeaseState<String> lease = new LeaseState<>(SETTINGS, counts, new Random(1), new Recorder(), 0);
    private final TestInbox<Recall.Returned> counter = TestInbox.create();
    private long needed;
    private long now;

    private record Ask(long count, long used, After after) {}

    private final class Recorder implements LeaseOutput<String> {
        @Override
        public void lease(LeaseRequest request) {
            asks.add(new Ask(request.count(), request.used(), request.after()));
            needed = request.needed();
        }

        @Override
        public void give(String replyTo, Taken taken) {
            answers.add(
                    replyTo + " " + taken.block().first() + ".." + taken.block().last());
        }

        @Override
        public void refuse(String replyTo, SeqdException refusal) {
            answers.add(replyTo + " " + refusal.error().code());
        }
    }

    private void take(String who, long count) {
        lease.take(new Wanted(count, count, null), who, now);
    }

    private void takeBeyond(String who, long after) {
        lease.take(Wanted.one(new After(after, 1L, 1L)), who, now);
    }

    private void granted(long first, long count) {
        granted(first, count, 1, Long.MAX_VALUE);
    }

    private void granted(long first, long count, long epoch, long remaining) {
        lease.leased(new Grant("g" + first, new Block(first, 1, count, epoch, 1), FREE, remaining), now);
    }

    private void failed(SeqdError error) {
        lease.leaseFailed(new SeqdException(error, "failed"), now);
    }

    @Test
    void take_nothingHeld_asksForTheCallersCountAndAFirstStock() {
        take("a", 5);
        assertThat(asks).containsExactly(new Ask(15, 0, null));
        granted(1, 15);
        assertThat(answers).containsExactly("a 1..5");
    }

    @Test
    void take_whileOneIsInFlight_asksOnce() {
        take("a", 1);
        take("b", 1);
        assertThat(asks).hasSize(1);
        granted(1, 11);
        assertThat(answers).containsExactly("a 1..1", "b 2..2");
    }

    @Test
    void take_stockRunsLow_asksAheadBeyondWhatIsHeldAndTellsWhatWasUsed() {
        take("a", 1);
        granted(1, 11);
        take("b", 7);
        assertThat(answers).containsExactly("a 1..1", "b 2..8");
        assertThat(asks).hasSize(2);
        assertThat(asks.get(1).used()).isEqualTo(8);
        assertThat(asks.get(1).after()).isEqualTo(new After(11, 1L, 1L));
    }

    @Test
    void take_tooManyWait_overloaded() {
        for (String who : List.of("a", "b", "c", "d")) {
            take(who, 1);
        }
        assertThat(answers).containsExactly("d overloaded");
    }

    @Test
    void take_blockShorterThanAsked_givesWhatThereIs() {
        take("a", 100);
        granted(1, 3);
        assertThat(answers).containsExactly("a 1..3");
    }

    @Test
    void take_littleRemains_givesOnlyAThousandth() {
        take("a", 100);
        granted(1, 100, 1, 5_000);
        assertThat(answers).containsExactly("a 1..5");
    }

    @Test
    void take_afterWithinTheLease_leavesTheRestForOthers() {
        take("a", 1);
        granted(1, 20);
        takeBeyond("b", 10);
        take("c", 1);
        assertThat(answers).containsExactly("a 1..1", "b 11..11", "c 2..2");
    }

    @Test
    void take_afterBeyondAll_asksTheCounterForJustThatCaller() {
        take("a", 1);
        granted(1, 20);
        takeBeyond("far", 5_000);
        assertThat(asks.get(1)).isEqualTo(new Ask(1, 1, new After(5_000, 1L, 1L)));
        granted(5_001, 1);
        take("b", 1);
        assertThat(answers).containsExactly("a 1..1", "far 5001..5001", "b 2..2");
    }

    @Test
    void leaseFailed_beyondMarkForOneCaller_othersStillServed() {
        take("a", 1);
        granted(1, 11);
        takeBeyond("far", 5_000);
        take("b", 10);
        failed(SeqdError.BEYOND_MARK);
        assertThat(answers).contains("far beyond-mark", "b 2..11");
    }

    @Test
    void leaseFailed_definite_reachesWhoeverWaitsAndIsNotRemembered() {
        take("a", 1);
        failed(SeqdError.EXHAUSTED);
        assertThat(answers).containsExactly("a exhausted");
        now += SECOND;
        take("b", 1);
        assertThat(asks).hasSize(2);
    }

    @Test
    void leaseFailed_unavailable_triesAgainAfterAPauseWhileCallersWait() {
        take("a", 1);
        failed(SeqdError.UNAVAILABLE);
        lease.tick(now);
        assertThat(asks).hasSize(1);
        now += SECOND;
        lease.tick(now);
        assertThat(asks).hasSize(2);
        granted(1, 11);
        assertThat(answers).containsExactly("a 1..1");
    }

    @Test
    void tick_callerWaitedTooLong_isRefused() {
        take("a", 1);
        now += 5 * SECOND;
        lease.tick(now);
        assertThat(answers).containsExactly("a unavailable");
        assertThat(lease.isRestless()).isFalse();
    }

    @Test
    void leaseFailed_whileSomethingIsHeld_keepsServing() {
        take("a", 1);
        granted(1, 11);
        take("b", 8);
        failed(SeqdError.UNAVAILABLE);
        take("c", 2);
        assertThat(answers).containsExactly("a 1..1", "b 2..9", "c 10..11");
    }

    @Test
    void leased_lowerBlockOfAnOwnerWhoseTimeIsOver_isBurnt() {
        take("a", 1);
        granted(100, 11);
        take("b", 10);
        granted(50, 11);
        take("c", 1);
        assertThat(answers).containsExactly("a 100..100", "b 101..110");
        assertThat(counts.valuesBurnt().sum()).isEqualTo(11);
    }

    @Test
    void leased_newerEpoch_dropsWhatIsLeftOfTheOlder() {
        take("a", 1);
        granted(100, 11);
        take("b", 6);
        granted(1, 11, 2, Long.MAX_VALUE);
        take("c", 1);
        assertThat(answers).containsExactly("a 100..100", "b 101..106", "c 1..1");
        assertThat(counts.valuesBurnt().sum()).isEqualTo(4);
    }

    @Test
    void forget_whatIsHeld_isBurntAndAskedForAnew() {
        take("a", 1);
        granted(1, 11);
        lease.forget();
        take("b", 1);
        assertThat(answers).containsExactly("a 1..1");
        assertThat(asks.get(asks.size() - 1).after()).isNull();
        assertThat(counts.valuesBurnt().sum()).isEqualTo(10);
    }

    @Test
    void isIdle_unusedForLong_onlyWithNothingInFlight() {
        take("a", 1);
        now = Duration.ofMinutes(20).toNanos();
        assertThat(lease.isIdle(now)).isFalse();
        granted(1, 11);
        assertThat(lease.isIdle(now)).isTrue();
    }

    private void strictlyGranted(long first, long count) {
        lease.leased(new Grant("s", new Block(first, 1, count, 1, 1), STRICT, Long.MAX_VALUE), now);
    }

    private Recall recall(boolean onlyResting) {
        return new Recall("s", 7, onlyResting, counter.getRef());
    }

    @Test
    void take_strict_oneRequestForAllWhoWaitAndNothingIsKept() {
        lease.take(new Wanted(10, 1, null), "first", now);
        take("second", 1);
        assertThat(needed).isEqualTo(1);
        strictlyGranted(1, 1);
        assertThat(answers).containsExactly("first 1..1");
        take("third", 3);
        assertThat(asks).hasSize(2);
        assertThat(needed).isEqualTo(1);
        strictlyGranted(2, 1);
        assertThat(needed).isEqualTo(3);
        strictlyGranted(3, 3);
        assertThat(answers).containsExactly("first 1..1", "second 2..2", "third 3..5");
    }

    @Test
    void leased_strictAndTheCallerIsGone_isNotForWhoCameLater() {
        take("known", 1);
        strictlyGranted(1, 1);
        take("gone", 1);
        now += 5 * SECOND;
        lease.tick(now);
        take("late", 1);
        strictlyGranted(2, 1);
        assertThat(answers).containsExactly("known 1..1", "gone unavailable");
        assertThat(counts.valuesBurnt().sum()).isEqualTo(1);
        strictlyGranted(3, 1);
        assertThat(answers).contains("late 3..3");
    }

    @Test
    void recall_nothingInFlight_givesBackWhatIsLeftAndGetsItAgain() {
        take("a", 1);
        granted(1, 20);
        lease.recall(recall(false), now);
        assertThat(counter.receiveMessage().parts()).containsExactly(new Recall.Part("g1", new Block(2, 1, 19, 1, 1)));
        take("b", 1);
        granted(2, 11);
        assertThat(answers).containsExactly("a 1..1", "b 2..2");
        assertThat(counts.valuesBurnt().sum()).isZero();
    }

    @Test
    void recall_onlyOfWhatRests_isGivenBackOnceNobodyHasAskedForAMoment() {
        take("a", 1);
        granted(1, 20);
        lease.recall(recall(true), now);
        lease.recall(recall(true), now + SECOND);
        assertThat(counter.getAllReceived())
                .extracting(answer -> answer.parts().size())
                .containsExactly(0, 1);
    }

    @Test
    void recall_requestInFlight_waitsForIt() {
        take("a", 1);
        lease.recall(recall(false), now);
        assertThat(counter.hasMessages()).isFalse();
        failed(SeqdError.UNAVAILABLE);
        assertThat(counter.receiveMessage().parts()).isEmpty();
        now += SECOND;
        lease.tick(now);
        granted(1, 5);
        assertThat(answers).containsExactly("a 1..1");
    }

    @Test
    void recall_middleWasTakenByAFloor_givesBackOnlyTheEnd() {
        take("a", 1);
        granted(1, 20);
        takeBeyond("b", 10);
        lease.recall(recall(false), now);
        assertThat(counter.receiveMessage().parts()).containsExactly(new Recall.Part("g1", new Block(12, 1, 9, 1, 1)));
        assertThat(counts.valuesBurnt().sum()).isEqualTo(9);
    }

    @Test
    void changed_newerEpoch_dropsTheLeaseAndRefusesOlderBlocks() {
        take("a", 1);
        granted(1, 20);
        lease.changed(stateOf(SequenceOptions.NONE, 2));
        take("b", 1);
        granted(21, 5, 1, Long.MAX_VALUE);
        assertThat(answers).containsExactly("a 1..1");
        granted(1, 5, 2, Long.MAX_VALUE);
        assertThat(answers).containsExactly("a 1..1", "b 1..1");
        assertThat(counts.valuesBurnt().sum()).isEqualTo(24);
    }

    @Test
    void changed_sizesOnly_keepsTheLeaseAndObeysThemAtOnce() {
        take("a", 1);
        granted(1, 20);
        lease.changed(stateOf(SequenceOptions.NONE.withCache(new Setting(3L)), 1));
        take("b", 8);
        assertThat(answers).containsExactly("a 1..1", "b 2..4");
    }

    @Test
    void changed_dropped_forgetsTheLease() {
        take("a", 1);
        granted(1, 20);
        lease.changed(SequenceState.apply(stateOf(SequenceOptions.NONE, 1), new SequenceEvent.Dropped()));
        take("b", 1);
        assertThat(answers).containsExactly("a 1..1");
        assertThat(asks.get(asks.size() - 1).after()).isNull();
    }

    private static SequenceState stateOf(SequenceOptions options, long epoch) {
        return SequenceState.apply(null, new SequenceEvent.Created(SequenceDefinition.of(options), epoch));
    }

    @Test
    void leased_wrapAndAFloorWithoutItsLap_isServedAtOnce() {
        lease.take(Wanted.one(new After(10, 1L, null)), "a", now);
        lease.leased(new Grant("w", new Block(1, 1, 1, 1, 2), FREE, Long.MAX_VALUE), now);
        assertThat(answers).containsExactly("a 1..1");
        lease.take(Wanted.one(new After(10, 1L, null)), "b", now);
        lease.leased(new Grant("x", new Block(2, 1, 1, 1, 2), FREE, Long.MAX_VALUE), now);
        assertThat(answers).containsExactly("a 1..1", "b 2..2");
    }

    @Test
    void take_manyWithABadFloor_doNotKeepOthersFromARefill() {
        take("a", 1);
        granted(1, 11);
        take("rest", 10);
        failed(SeqdError.UNAVAILABLE);
        now += SECOND;
        takeBeyond("bad", 1_000_000);
        take("good", 1);
        failed(SeqdError.BEYOND_MARK);
        granted(12, 11);
        assertThat(answers).contains("bad beyond-mark", "good 12..12");
    }
}
