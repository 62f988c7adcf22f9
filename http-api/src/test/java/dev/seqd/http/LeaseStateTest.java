package dev.seqd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.allocator.Grant;
import dev.seqd.core.After;
import dev.seqd.core.Block;
import dev.seqd.core.RefillPolicy;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
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
            Duration.ofMinutes(15));

    private record Ask(long count, long used, After after) {}

    private final List<Ask> asks = new ArrayList<>();
    private final List<String> answers = new ArrayList<>();
    private final NodeCounts counts = new NodeCounts();
    private final LeaseState<String> lease = new LeaseState<>(SETTINGS, counts, new Random(1), new Recorder(), 0);
    private long now;

    private final class Recorder implements LeaseState.Output<String> {
        @Override
        public void lease(long count, long used, After after) {
            asks.add(new Ask(count, used, after));
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
        lease.take(count, null, who, now);
    }

    private void takeBeyond(String who, long after) {
        lease.take(1, new After(after, 1L, 1L), who, now);
    }

    private void granted(long first, long count) {
        granted(first, count, 1, Long.MAX_VALUE);
    }

    private void granted(long first, long count, long epoch, long remaining) {
        lease.leased(new Grant("g", new Block(first, 1, count, epoch, 1), 1, null, remaining), now);
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
}
