package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What the client tells of its caches: states, changes and figures. */
class CacheStateTest {
    private final Rig rig = new Rig();
    private final FakeSequence service = new FakeSequence(1, 1);

    @Test
    void outage_fromBeginningToEnd_goesThroughAllStatesInOrder() {
        warm(100);
        assertThat(state()).isEqualTo(CacheState.NORMAL);

        rig.source.fail(new IOException("down"));
        use(100, Duration.ofSeconds(25));
        assertThat(state()).isEqualTo(CacheState.DEGRADED);
        while (rig.held("s") > 0) {
            rig.take("s", 1);
        }
        CompletableFuture<Long> call = rig.sequence("s").nextAsync();
        assertThat(state()).isEqualTo(CacheState.EMPTY);
        rig.pass(Rig.MAX_WAIT.plusSeconds(1));
        assertThat(call).isCompletedExceptionally();

        rig.source.answer(service.limit(200).suggest(5000));
        rig.calls("s", 1);
        rig.pass(Duration.ofMillis(200));
        assertThat(state()).isEqualTo(CacheState.RECOVERING);
        service.limit(Integer.MAX_VALUE).suggest(1);
        use(100, Duration.ofSeconds(5));

        assertThat(state()).isEqualTo(CacheState.NORMAL);
        assertThat(rig.changes)
                .containsExactly("s NORMAL DEGRADED", "s DEGRADED EMPTY", "s EMPTY RECOVERING", "s RECOVERING NORMAL");
    }

    @Test
    void outage_shorterThanTheBuffer_neverLetsACallWait() {
        warm(1000);
        rig.source.fail(new IOException("down"));
        use(1000, Duration.ofSeconds(29));
        rig.source.answer(service);
        use(1000, Duration.ofSeconds(30));

        assertThat(rig.sequence("s").stats().waits()).isEqualTo(warmUpWaits);
        assertThat(state()).isEqualTo(CacheState.NORMAL);
        assertThat(rig.changes.get(0)).isEqualTo("s NORMAL DEGRADED");
        assertThat(rig.changes).hasSize(2).endsWith("s DEGRADED NORMAL");
    }

    @Test
    void state_firstUseDuringAnOutage_isEmpty() {
        rig.source.fail(new IOException("down"));
        rig.calls("s", 1);

        assertThat(state()).isEqualTo(CacheState.EMPTY);
    }

    @Test
    void state_strictSequence_isNormalOrEmpty() {
        rig.source.answer(service.cacheable(false));
        rig.take("s", 3);
        assertThat(state()).isEqualTo(CacheState.NORMAL);

        rig.source.fail(new IOException("down"));
        rig.calls("s", 1);
        rig.source.answer(service);
        rig.pass(Duration.ofSeconds(1));
        assertThat(rig.changes).containsExactly("s NORMAL EMPTY", "s EMPTY NORMAL");
    }

    @Test
    void stats_afterWaits_tellHowManyAndHowLong() {
        CompletableFuture<Long> call = rig.sequence("s").nextAsync();
        rig.pass(Duration.ofMillis(150));
        rig.source.last().grant(service.limit(10));
        rig.take("s", 4);

        assertThat(call).isCompletedWithValue(1L);
        SequenceStats stats = rig.sequence("s").stats();
        assertThat(stats.sequence()).isEqualTo("s");
        assertThat(stats.waits()).isEqualTo(1);
        assertThat(stats.waited()).isEqualTo(Duration.ofMillis(150));
        assertThat(stats.served()).isEqualTo(5);
        assertThat(stats.cached()).isEqualTo(5);
        assertThat(stats.refills()).isEqualTo(1);
    }

    @Test
    void stats_afterFailures_countThem() {
        rig.source.answer(service);
        rig.take("s", 6);
        rig.source.fail(new IOException("down"));
        rig.pass(Rig.TICK);
        rig.source.fail(new BadAnswerException("nonsense"));
        rig.pass(Duration.ofSeconds(1));
        long failures = rig.sequence("s").stats().failedRefills();

        assertThat(failures).isGreaterThanOrEqualTo(2);
        assertThat(rig.sequence("s").stats().refusedAnswers()).isEqualTo(failures - 1);
    }

    @Test
    void stats_steadyDemand_showTheRate() {
        warm(100);

        assertThat(rig.sequence("s").stats().ratePerSecond()).isBetween(90.0, 110.0);
        assertThat(rig.engine.stats()).hasSize(1);
        assertThat(rig.engine.stats("t")).isNull();
    }

    @Test
    void withMaxWait_ofNothing_throwsAtOnceWithTheCauseAndStillRefills() {
        rig.source.fail(new IOException("Connection refused"));
        rig.calls("s", 1);
        Sequence impatient = rig.sequence("s").withMaxWait(Duration.ZERO);

        assertThatThrownBy(impatient::next)
                .isInstanceOf(SequenceUnavailableException.class)
                .hasMessageContaining("gave up after 0 ms")
                .hasCauseInstanceOf(IOException.class);
        rig.source.answer(service);
        rig.pass(Duration.ofSeconds(1));
        assertThat(impatient.next()).isEqualTo(2);
    }

    @Test
    void withMaxWait_shorterThanOthers_endsFirst() {
        CompletableFuture<Long> patient = rig.sequence("s").nextAsync();
        CompletableFuture<Long> impatient =
                rig.sequence("s").withMaxWait(Duration.ofSeconds(1)).nextAsync();
        rig.pass(Duration.ofMillis(1050));
        assertThat(impatient).isCompletedExceptionally();
        assertThat(patient).isNotDone();

        rig.source.last().grant(service);
        assertThat(patient).isCompletedWithValue(1L);
    }

    @Test
    void withMaxWait_outOfRange_isRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> rig.sequence("s").withMaxWait(Duration.ofNanos(-1)));
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> rig.sequence("s").withMaxWait(Duration.ofDays(1).plusNanos(1)));
    }

    @Test
    void unauthenticated_manySequences_areNotAStormOfRequests() {
        rig.source.fail(new SeqdException(SeqdError.UNAUTHENTICATED, "no token"));
        for (int second = 0; second < 60; second++) {
            for (int i = 0; i < 100; i++) {
                assertThat(rig.sequence("s" + i).nextAsync()).satisfies(call -> rig.pass(Duration.ofMillis(10)));
            }
        }

        assertThat(rig.source.count()).isLessThan(20);
    }

    @Test
    void unauthenticated_calls_failAtOnceWithTheRefusal() {
        rig.source.fail(new SeqdException(SeqdError.UNAUTHENTICATED, "no token"));
        CompletableFuture<Long> first = rig.sequence("s").nextAsync();
        rig.pass(Rig.TICK);

        assertThat(first).isCompletedExceptionally();
        assertThatThrownBy(() -> rig.sequence("t").next())
                .isInstanceOfSatisfying(
                        SeqdException.class, e -> assertThat(e.error()).isEqualTo(SeqdError.UNAUTHENTICATED));
    }

    @Test
    void unauthenticated_tokenIsAcceptedAgain_goesOnByItself() {
        warm(100);
        rig.source.fail(new SeqdException(SeqdError.UNAUTHENTICATED, "revoked"));
        use(100, Duration.ofSeconds(40));
        rig.source.answer(service);
        rig.pass(Duration.ofSeconds(31));

        assertThat(rig.sequence("s").nextAsync()).isCompleted();
    }

    private long warmUpWaits;

    private void warm(int perSecond) {
        rig.source.answer(service);
        use(perSecond, Duration.ofSeconds(90));
        warmUpWaits = rig.sequence("s").stats().waits();
    }

    private void use(int perSecond, Duration time) {
        for (long tenth = 0; tenth < time.toMillis() / 100; tenth++) {
            rig.calls("s", perSecond / 10);
            rig.pass(Duration.ofMillis(100));
        }
    }

    private CacheState state() {
        return rig.sequence("s").stats().state();
    }

    @Test
    void outage_endsUnnoticedWhileNobodyNeedsARefill_isNotHeldAgainstTheCache() {
        warm(100);
        rig.source.fail(new IOException("down"));
        use(100, Duration.ofSeconds(25));
        assertThat(state()).isEqualTo(CacheState.DEGRADED);
        rig.pass(Duration.ofMinutes(3));

        assertThat(state()).isEqualTo(CacheState.NORMAL);
        assertThat(rig.changes).containsExactly("s NORMAL DEGRADED", "s DEGRADED NORMAL");
    }

    @Test
    void unauthenticated_atOneNodeOfTwo_isServedByTheOther() {
        Rig two = new Rig("http://a", "http://b");
        two.source.failAt(
                URI.create("http://a"), new SeqdException(SeqdError.UNAUTHENTICATED, "an old secret"), service);
        for (int i = 0; i < 20; i++) {
            List<CompletableFuture<Long>> calls = two.calls("s" + i, 1);
            two.pass(Duration.ofSeconds(1));
            assertThat(calls.get(0)).isCompleted().isNotCompletedExceptionally();
        }
    }
}
