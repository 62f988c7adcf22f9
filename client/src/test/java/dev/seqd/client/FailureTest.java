package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.seqd.core.Block;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the client does when refills fail, are refused, are lost or lie. */
class FailureTest {
    private final Rig rig = new Rig("http://a", "http://b");
    private final FakeSequence service = new FakeSequence(1, 1);

    static Stream<Throwable> everyKindOfFailure() {
        return Stream.of(
                new IOException("answered with HTTP status 500"),
                new TimeoutException(),
                new IOException("Connection reset"),
                new BadAnswerException("malformed JSON"),
                new SeqdException(SeqdError.UNAVAILABLE, "later"),
                new SeqdException(SeqdError.OVERLOADED, "later"),
                new SeqdException(SeqdError.EXHAUSTED, "over"),
                new CompletionException(new IOException("wrapped")),
                new IllegalStateException("a bug"),
                new OutOfMemoryError("not really"),
                new StackOverflowError());
    }

    @ParameterizedTest
    @MethodSource("everyKindOfFailure")
    void prefetch_backgroundRefillFailsOnce_isRepeatedWithinASecond(Throwable failure) {
        rig.source.answer(service);
        rig.take("s", 5);
        rig.source.hold();
        rig.take("s", 1);
        rig.pass(Rig.TICK);
        int before = rig.source.count();
        rig.source.last().fail(failure);
        rig.source.answer(service);
        rig.pass(Duration.ofSeconds(1));

        assertThat(rig.source.count()).isGreaterThan(before);
        assertThat(rig.take("s", 5)).containsExactly(7L, 8L, 9L, 10L, 11L);
    }

    @ParameterizedTest
    @MethodSource("everyKindOfFailure")
    void prefetch_sourceThrows_clearsTheMark(Throwable failure) {
        rig.source.answer(service);
        rig.take("s", 5);
        rig.source.raise(failure);
        rig.take("s", 1);
        rig.pass(Rig.TICK);
        rig.source.answer(service);
        rig.pass(Duration.ofSeconds(1));

        assertThat(rig.held("s")).isGreaterThan(10);
    }

    @Test
    void prefetch_answerNeverComes_isGivenUpAndALateOneIgnored() {
        CompletableFuture<Long> first = rig.sequence("s").nextAsync();
        ScriptedSource.Asked lost = rig.source.last();
        rig.pass(Duration.ofSeconds(11));
        assertThat(first).isCompletedExceptionally();

        CompletableFuture<Long> second = rig.sequence("s").nextAsync();
        rig.pass(Rig.TICK);
        assertThat(rig.source.count()).isEqualTo(2);
        lost.grant(service);
        assertThat(second).isNotDone();
        rig.source.last().grant(service);
        assertThat(second).isCompletedWithValue(11L);
    }

    @Test
    void prefetch_outageOfAnyLength_endsWithinFiveSeconds() {
        rig.source.answer(service);
        rig.take("s", 6);
        rig.source.fail(new IOException("down"));
        for (int second = 0; second < 600; second++) {
            rig.calls("s", 1);
            rig.pass(Duration.ofSeconds(1));
        }
        rig.source.answer(service);
        rig.pass(Duration.ofSeconds(5));

        assertThat(rig.held("s")).isGreaterThan(10);
    }

    @Test
    void prefetch_wakeUpIsLost_costsATick() {
        rig.source.answer(service);
        rig.take("s", 5);
        rig.executing(false);
        rig.take("s", 1);
        assertThat(rig.source.count()).isEqualTo(1);

        rig.executing(true);
        rig.pass(Duration.ofSeconds(1));
        assertThat(rig.source.count()).isEqualTo(2);
    }

    @Test
    void prefetch_followUpIsLost_isMadeUpForInTime() {
        rig.source.answer(service);
        rig.executing(false);
        CompletableFuture<Long> call = rig.sequence("s").nextAsync();
        rig.executing(true);
        rig.pass(Duration.ofSeconds(11));

        assertThat(call).isCompletedExceptionally();
        CompletableFuture<Long> next = rig.sequence("s").nextAsync();
        rig.pass(Rig.TICK);
        assertThat(next).isCompletedWithValue(11L);
    }

    @Test
    void next_tooManyWait_isRefusedAtOnce() {
        rig.calls("s", Waiters.MAX);

        assertThatThrownBy(() -> rig.sequence("s").next())
                .isInstanceOfSatisfying(
                        SeqdException.class, e -> assertThat(e.error()).isEqualTo(SeqdError.OVERLOADED));
    }

    @Test
    void failure_idleSequence_isNotRetriedForEver() {
        rig.source.answer(service);
        rig.take("s", 5);
        rig.source.fail(new IOException("down"));
        rig.take("s", 3);
        rig.pass(Duration.ofMinutes(3));
        int before = rig.source.count();
        rig.pass(Duration.ofMinutes(3));

        assertThat(rig.source.count()).isEqualTo(before);
    }

    @Test
    void herd_refillFails_waitsForTheBackoffWhateverComes() {
        rig.calls("s", 64);
        rig.source.last().fail(new IOException("down"));
        rig.calls("s", 64);
        assertThat(rig.source.count()).isEqualTo(1);

        rig.pass(Rig.TICK);
        rig.calls("s", 64);
        assertThat(rig.source.count()).isEqualTo(2);
    }

    @Test
    void failure_valuesAreLeft_areStillGivenOut() {
        rig.source.answer(service);
        rig.take("s", 1);
        rig.source.fail(new IOException("down"));

        assertThat(rig.take("s", 9)).containsExactly(2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L);
        rig.source.answer(service);
        rig.pass(Duration.ofSeconds(4));
        assertThat(rig.take("s", 1)).containsExactly(11L);
    }

    @Test
    void failure_nothingLeft_throwsAfterTheLongestWaitAndTellsTheStory() {
        rig.source.fail(new IOException("Connection refused"));
        CompletableFuture<Long> call = rig.sequence("orders_seq").nextAsync();
        rig.pass(Duration.ofMillis(4950));
        assertThat(call).isNotDone();
        rig.pass(Duration.ofMillis(100));

        assertThatThrownBy(call::join).hasCauseInstanceOf(SequenceUnavailableException.class);
        assertThat(call.handle((value, e) -> (SequenceUnavailableException) e).join())
                .satisfies(e -> assertThat(e.error()).isEqualTo(SeqdError.UNAVAILABLE))
                .satisfies(e -> assertThat(e.sequence()).isEqualTo("orders_seq"))
                .satisfies(e ->
                        assertThat(e.tried()).containsExactlyInAnyOrder(URI.create("http://a"), URI.create("http://b")))
                .hasMessageMatching("no value of sequence \"orders_seq\": gave up after 5000 ms; \\d+ attempts at"
                        + " \\[http://[ab], http://[ab]] failed, the last one with: IOException: Connection refused")
                .hasCauseInstanceOf(IOException.class);
    }

    @Test
    void failover_oneNodeFails_theOtherIsAskedAndKept() {
        rig.source.failAt(URI.create("http://a"), new IOException("Connection refused"), service);
        CompletableFuture<Long> call = rig.sequence("s").nextAsync();
        rig.pass(Rig.TICK);
        assertThat(call).isCompletedWithValue(1L);
        for (int i = 0; i < 100; i++) {
            rig.take("s", 10);
            rig.pass(Duration.ofSeconds(1));
        }

        assertThat(rig.source.all().stream().filter(one -> one.node().equals(URI.create("http://a"))))
                .hasSize(1);
    }

    @Test
    void failover_nodeHasNothingForOneSequence_othersKeepToIt() {
        rig.source.answer(service);
        rig.take("t", 1);
        URI node = lastNode("t");
        String broken = nameAt(node);
        rig.source.fail(new SeqdException(SeqdError.UNAVAILABLE, "its owner does not answer"));
        rig.calls(broken, 1);
        assertThat(lastNode(broken)).isEqualTo(node);
        rig.source.answer(service);
        rig.pass(Duration.ofSeconds(1));

        assertThat(lastNode(broken)).isNotEqualTo(node);
        rig.take("t", 10);
        assertThat(lastNode("t")).isEqualTo(node);
    }

    private URI lastNode(String name) {
        return rig.source.all().stream()
                .filter(asked -> asked.request().sequence().equals(name))
                .reduce((first, second) -> second)
                .map(ScriptedSource.Asked::node)
                .orElseThrow();
    }

    /** A sequence that this client takes from a node. */
    private static String nameAt(URI node) {
        Nodes nodes = new Nodes(Endpoints.of("http://a", "http://b"), "test", () -> 0.0);
        return IntStream.range(0, 100)
                .mapToObj(i -> "broken-" + i)
                .filter(name -> nodes.pick(name, null, 0).equals(node))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void unknownSequence_waitingCall_failsAtOnceAndTheNextAsksAgain() {
        rig.source.fail(new SeqdException(SeqdError.UNKNOWN_SEQUENCE, "42P01", "relation \"s\" does not exist"));
        assertThatThrownBy(() -> rig.sequence("s").next())
                .isInstanceOfSatisfying(SeqdException.class, e -> {
                    assertThat(e.error()).isEqualTo(SeqdError.UNKNOWN_SEQUENCE);
                    assertThat(e.sqlState()).isEqualTo("42P01");
                })
                .hasMessage("relation \"s\" does not exist");

        rig.source.answer(service);
        CompletableFuture<Long> next = rig.sequence("s").nextAsync();
        rig.pass(Rig.TICK);
        assertThat(next).isCompletedWithValue(1L);
    }

    @Test
    void unknownSequence_calledAllTheTime_isAskedForOnceASecond() {
        rig.source.fail(new SeqdException(SeqdError.UNKNOWN_SEQUENCE, "no"));
        for (int i = 0; i < 1200; i++) {
            rig.calls("s", 10);
            rig.pass(Rig.TICK);
        }

        assertThat(rig.source.count()).isBetween(50, 130);
    }

    @Test
    void refusal_callsThatCameLater_areNotFailedByIt() {
        List<CompletableFuture<Long>> early = rig.calls("s", 1);
        ScriptedSource.Asked asked = rig.source.last();
        List<CompletableFuture<Long>> late = rig.calls("s", 3);
        asked.fail(new SeqdException(SeqdError.UNKNOWN_SEQUENCE, "no"));
        assertThat(early).allSatisfy(call -> assertThat(call).isCompletedExceptionally());
        assertThat(late).noneSatisfy(call -> assertThat(call).isDone());

        rig.source.answer(service);
        rig.pass(Rig.TICK);
        assertThat(late).allSatisfy(call -> assertThat(call).isCompleted());
    }

    @Test
    void exhausted_valuesAreLeft_areGivenOutFirst() {
        rig.source.answer(service.limit(3));
        rig.take("s", 1);
        rig.source.fail(new SeqdException(SeqdError.EXHAUSTED, "2200H", "over"));
        List<Long> rest = rig.take("s", (int) rig.held("s"));

        assertThat(rest).startsWith(2L, 3L);
        CompletableFuture<Long> call = rig.sequence("s").nextAsync();
        rig.pass(Duration.ofSeconds(1));
        assertThatThrownBy(call::join).hasMessageContaining("over");
    }

    @Test
    void badAnswer_everyKind_keepsTheStockAndIsCounted() {
        rig.source.answer(service);
        rig.take("s", 5);
        rig.source.hold();
        rig.take("s", 1);
        rig.pass(Rig.TICK);
        List<Grant> bad = List.of(
                new Grant("other", new Block(11, 1, 1, 1, 1), true, 1),
                new Grant("s", new Block(11, 1, Integer.MAX_VALUE, 1, 1), true, 1),
                new Grant("s", new Block(10, 1, 2, 1, 1), true, 1),
                new Grant("s", new Block(11, -1, 2, 1, 1), true, 1));
        for (Grant grant : bad) {
            rig.source.last().answer().complete(grant);
            rig.pass(Duration.ofSeconds(4));
        }

        assertThat(rig.counter("s").<Long>inspect(CounterState::refusedAnswers)).isEqualTo(4);
        assertThat(rig.source.count()).isEqualTo(2 + bad.size());
        assertThat(rig.take("s", 4)).containsExactly(7L, 8L, 9L, 10L);
    }

    /** What gave up must not count among those that wait. */
    @Test
    void next_tooManyGaveUpInAnOutage_isServedAgainAfterIt() {
        rig.source.fail(new IOException("down"));
        Sequence impatient = rig.sequence("s").withMaxWait(Duration.ZERO);
        for (int i = 0; i < Waiters.MAX + 10; i++) {
            assertThatThrownBy(impatient::next).isInstanceOf(SequenceUnavailableException.class);
        }
        rig.source.answer(service.cacheable(false));
        CompletableFuture<Long> call = rig.sequence("s").nextAsync();
        rig.pass(Duration.ofSeconds(2));

        assertThat(call).isCompleted();
    }

    @Test
    void retire_refillStillUnderWay_waitsForItSoThatTheOrderIsKept() {
        Sequence patient = rig.sequence("s").withMaxWait(Duration.ofMinutes(2));
        CompletableFuture<Long> early = patient.nextAsync();
        for (int i = 0; i < 7; i++) {
            rig.pass(Duration.ofMillis(9950));
            rig.source.last().fail(new IOException("down"));
            rig.pass(Duration.ofMillis(50));
        }
        rig.pass(Duration.ofSeconds(1));
        Counter first = rig.counter("s");
        assertThat(early.cancel(false)).isTrue();
        rig.pass(Duration.ofSeconds(2));

        assertThat(rig.counter("s")).isSameAs(first);
        rig.source.last().grant(service);
        assertThat(rig.counter("s")).isSameAs(first);
        assertThat(patient.next()).isEqualTo(1);
    }

    @Test
    void retryAfter_ofTheOnlyNode_isKeptTo() {
        Rig one = new Rig("http://a");
        one.source.answer(service);
        one.take("s", 6);
        SeqdException later = new SeqdException(SeqdError.UNAVAILABLE, "later");
        one.source.fail(new BusyException(later, Duration.ofSeconds(7)));
        one.pass(Rig.TICK);
        int before = one.source.count();
        one.pass(Duration.ofMillis(6900));
        assertThat(one.source.count()).isEqualTo(before);

        one.pass(Duration.ofMillis(200));
        assertThat(one.source.count()).isEqualTo(before + 1);
    }

    @Test
    void retryAfter_ofAnOverloadedNode_concernsThatSequenceAlone() {
        SeqdException later = new SeqdException(SeqdError.OVERLOADED, "later");
        rig.source.fail(new BusyException(later, Duration.ofSeconds(7)));
        rig.calls("s", 1);
        URI node = rig.source.last().node();
        rig.source.answer(service);
        rig.pass(Duration.ofSeconds(4));
        assertThat(rig.source.count()).isEqualTo(1);
        for (int i = 0; i < 20; i++) {
            rig.take("t" + i, 1);
        }

        assertThat(rig.source.all().stream().skip(1).map(ScriptedSource.Asked::node))
                .contains(node);
    }
}
