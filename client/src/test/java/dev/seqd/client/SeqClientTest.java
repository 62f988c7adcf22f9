package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.seqd.core.Block;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The client with its own threads. */
class SeqClientTest {
    private final ScriptedSource source = new ScriptedSource();

    @Test
    void next_overHttp_handsOutInOrderAndSurvivesANode() throws IOException {
        FakeSequence service = new FakeSequence(1001, 1);
        try (TestNode one = new TestNode(TestNode.granting(service));
                TestNode two = new TestNode(TestNode.granting(service));
                SeqClient client = SeqClient.connect(
                        one.endpoint().toString(), two.endpoint().toString())) {
            Sequence orders = client.sequence("orders_seq");
            for (int i = 0; i < 20_000; i++) {
                assertThat(orders.next()).isEqualTo(1001 + i);
                if (i == 9) {
                    one.close();
                }
            }

            assertThat(client.next("orders_seq", 3)).containsExactly(new Block(21_001, 1, 3, 1, 1));
            assertThat(client.next("orders_seq")).isEqualTo(21_004);
        }
    }

    @Test
    void next_strictOverHttp_asksForWhoeverWaits() throws IOException {
        FakeSequence service = new FakeSequence(1, 1).cacheable(false);
        try (TestNode node = new TestNode(TestNode.granting(service));
                SeqClient client = SeqClient.builder()
                        .endpoints(node.endpoint().toString())
                        .clientName("c")
                        .discoverNodes(false)
                        .build()) {
            assertThat(client.next("s")).isEqualTo(1);
            assertThat(client.next("s")).isEqualTo(2);
            assertThat(client.nextAsync("s", 7).join()).containsExactly(new Block(3, 1, 7, 1, 1));

            assertThat(node.requests)
                    .containsExactly(
                            "POST /v1/sequences/s/blocks {\"count\":10,\"client\":\"c\"}",
                            "POST /v1/sequences/s/blocks {\"count\":1,\"after\":\"1\",\"epoch\":1,\"lap\":1,\"client\":\"c\"}",
                            "POST /v1/sequences/s/blocks {\"count\":7,\"after\":\"2\",\"epoch\":1,\"lap\":1,\"client\":\"c\"}");
        }
    }

    @Test
    void next_unknownSequence_isRefusedOverHttp() throws IOException {
        String problem = "{\"code\":\"unknown-sequence\",\"detail\":\"relation \\\"s\\\" does not exist\"}";
        try (TestNode node = new TestNode(TestNode.answering(404, "application/problem+json", problem));
                SeqClient client = SeqClient.connect(node.endpoint().toString())) {
            assertThatThrownBy(() -> client.next("s"))
                    .isInstanceOfSatisfying(
                            SeqdException.class, e -> assertThat(e.error()).isEqualTo(SeqdError.UNKNOWN_SEQUENCE))
                    .hasMessage("relation \"s\" does not exist");
        }
    }

    @Test
    void next_nothingComes_throwsAfterTheLongestWait() {
        try (SeqClient client = builder().maxWait(Duration.ofMillis(20)).build()) {
            assertThatThrownBy(() -> client.next("s"))
                    .isInstanceOf(SequenceUnavailableException.class)
                    .hasMessage("no value of sequence \"s\": gave up after 20 ms; no node has answered or failed yet");
        }
    }

    @Test
    void next_interrupted_throwsAndKeepsTheFlag() {
        try (SeqClient client = builder().build()) {
            Thread.currentThread().interrupt();

            assertThatThrownBy(() -> client.next("s"))
                    .isInstanceOf(SequenceUnavailableException.class)
                    .hasCauseInstanceOf(InterruptedException.class)
                    .hasMessageContaining("interrupted");
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void next_interruptedWithValuesAtHand_givesThem() {
        source.answer(new FakeSequence(1, 1));
        try (SeqClient client = builder().build()) {
            client.next("s");
            Thread.currentThread().interrupt();

            assertThat(client.next("s")).isEqualTo(2);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void close_wakesWhoWaits() {
        SeqClient client = builder().maxWait(Duration.ofHours(1)).build();
        AtomicReference<Throwable> seen = new AtomicReference<>();
        Thread waiting = new Thread(() -> {
            try {
                client.next("s");
            } catch (RuntimeException e) {
                seen.set(e);
            }
        });
        waiting.start();
        CompletableFuture<Long> future = client.nextAsync("s");
        await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
        client.close();

        await().untilAsserted(() -> assertThat(seen.get()).isInstanceOf(IllegalStateException.class));
        assertThatThrownBy(future::join).hasCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void close_twice_refusesAllCallsAndEndsTheThreads() {
        source.answer(new FakeSequence(1, 1));
        SeqClient client = builder().build();
        Sequence sequence = client.sequence("s");
        sequence.next();
        client.close();
        client.close();

        assertThatIllegalStateException().isThrownBy(sequence::next).withMessage("the SeqClient is closed");
        assertThatIllegalStateException().isThrownBy(() -> sequence.next(2));
        assertThatIllegalStateException().isThrownBy(() -> client.next("s"));
        assertThatIllegalStateException().isThrownBy(() -> client.next("other"));
        assertThat(sequence.nextAsync()).isCompletedExceptionally();
        assertThat(client.nextAsync("other", 3)).isCompletedExceptionally();
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("seqd-client")));
    }

    @Test
    void nextAsync_hadToWait_completesOnACallbackThread() {
        try (SeqClient client = builder().build()) {
            CompletableFuture<String> name = client.nextAsync("s")
                    .thenApply(value -> Thread.currentThread().getName());
            await().until(() -> source.count() == 1);
            source.last().grant(new FakeSequence(1, 1));

            assertThat(name.join()).startsWith("seqd-client-callback-");
        }
    }

    @Test
    void nextAsync_stagesThatBlock_holdNobodyElseUp() {
        source.answer(new FakeSequence(1, 1).cacheable(false));
        AtomicBoolean over = new AtomicBoolean();
        try (SeqClient client = builder().build()) {
            for (int i = 0; i < 4; i++) {
                var unused = client.nextAsync("blocked" + i).thenRun(() -> await().untilTrue(over));
            }

            assertThat(client.next("s")).isPositive();
            over.set(true);
        }
    }

    @Test
    void next_badName_isRefusedAtOnce() {
        try (SeqClient client = builder().build()) {
            assertThatThrownBy(() -> client.next("a b"))
                    .isInstanceOfSatisfying(
                            SeqdException.class, e -> assertThat(e.error()).isEqualTo(SeqdError.INVALID_NAME));
            assertThat(client.nextAsync("")).isCompletedExceptionally();
            assertThat(source.count()).isZero();
        }
    }

    @Test
    void sequence_sameName_sharesEverything() {
        source.answer(new FakeSequence(1, 1));
        try (SeqClient client = builder().build()) {
            List<Sequence> handles = List.of(client.sequence("s"), client.sequence("s"));

            assertThat(handles.get(0).next()).isEqualTo(1);
            assertThat(handles.get(1).next()).isEqualTo(2);
            assertThat(handles.get(0).name()).isEqualTo("s");
        }
    }

    @Test
    void builder_badSettings_areRefused() {
        SeqClient.Builder builder = SeqClient.builder();

        assertThatIllegalArgumentException().isThrownBy(builder::build).withMessageContaining("endpoints");
        assertThatIllegalArgumentException().isThrownBy(() -> SeqClient.connect(new String[0]));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.maxWait(Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.buffer(Duration.ofSeconds(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.buffer(Duration.ofSeconds(Long.MAX_VALUE)));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.maxCached(0));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.maxCached(1L << 31));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.clientName("a\"b"));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.clientName(""));
    }

    private SeqClient.Builder builder() {
        return SeqClient.builder().endpoints("http://node").source(source);
    }
}
