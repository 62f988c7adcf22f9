package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.seqd.core.Block;
import dev.seqd.core.Position;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpBlockSourceTest {
    private final ExecutorService executor = Executors.newFixedThreadPool(2);
    private final HttpBlockSource source = new HttpBlockSource(executor, Duration.ofMinutes(1));
    private final HttpBlockSource impatient = new HttpBlockSource(executor, Duration.ofMillis(200));
    private final BlockRequest request = new BlockRequest("größe", 5, new Position(2, 1, -7), "c-1");
    private TestNode node;

    @BeforeEach
    void start() throws IOException {
        node = new TestNode(TestNode.granting(new FakeSequence(1, 1)));
    }

    @AfterEach
    void stop() {
        source.close();
        impatient.close();
        node.close();
        executor.shutdownNow();
    }

    @Test
    void ask_answered_givesTheGrant() {
        assertThat(ask().join()).isEqualTo(new Grant("größe", new Block(1, 1, 5, 1, 1), true, 1));
        assertThat(node.requests)
                .containsExactly("POST /v1/sequences/gr%C3%B6%C3%9Fe/blocks"
                        + " {\"count\":5,\"after\":\"-7\",\"epoch\":2,\"lap\":1,\"client\":\"c-1\"}");
    }

    @Test
    void ask_manyAtOnce_areAllAnswered() {
        List<CompletableFuture<Grant>> all =
                IntStream.range(0, Engine.MAX_IN_FLIGHT).mapToObj(i -> ask()).toList();

        assertThat(all.stream().map(one -> one.join().block().first()).distinct())
                .hasSize(Engine.MAX_IN_FLIGHT);
    }

    @Test
    void ask_problem_failsWithThatError() {
        node.become(
                TestNode.answering(
                        404,
                        "application/problem+json",
                        "{\"code\":\"unknown-sequence\",\"detail\":\"relation \\\"s\\\" does not exist\",\"sqlState\":\"42P01\"}"));

        assertThat(failure())
                .isInstanceOfSatisfying(
                        SeqdException.class, e -> assertThat(e.error()).isEqualTo(SeqdError.UNKNOWN_SEQUENCE));
    }

    @Test
    void ask_busy_failsWithTheTimeToComeBack() {
        node.become((exchange, body) -> {
            exchange.getResponseHeaders().set("Retry-After", "7");
            TestNode.answering(429, "application/problem+json", "{\"code\":\"overloaded\",\"detail\":\"later\"}")
                    .answer(exchange, body);
        });

        assertThat(failure())
                .isInstanceOfSatisfying(
                        SeqdException.class, e -> assertThat(e.error()).isEqualTo(SeqdError.OVERLOADED))
                .satisfies(e -> assertThat(Outage.adviceNanos(e))
                        .isEqualTo(Duration.ofSeconds(7).toNanos()));
    }

    @Test
    void members_ofANode_areRead() {
        node.become(TestNode.answering(
                200,
                "application/json",
                "{\"members\":[{\"id\":\"1\",\"state\":\"up\",\"httpEndpoint\":\"http://n1:8080\"}]}"));

        assertThat(source.members(node.endpoint()).join())
                .containsExactly(new Member("1", URI.create("http://n1:8080")));
        assertThat(node.requests).containsExactly("GET /v1/cluster ");
    }

    @Test
    void ask_serverError_fails() {
        node.become(TestNode.answering(500, "text/html", "<h1>Oops</h1>"));

        assertThat(failure()).isInstanceOf(IOException.class).hasMessage("answered with HTTP status 500");
    }

    @Test
    void ask_htmlWithStatus200_isNotBelieved() {
        node.become(TestNode.answering(200, "text/html", "<h1>It works!</h1>"));

        assertThat(failure()).isInstanceOf(BadAnswerException.class);
    }

    @Test
    void ask_hugeBody_isCutOff() {
        node.become((exchange, body) -> {
            exchange.sendResponseHeaders(200, 0);
            byte[] kilobyte = new byte[1024];
            for (int i = 0; i < 1024 * 1024; i++) {
                exchange.getResponseBody().write(kilobyte);
            }
        });

        assertThat(failure()).isInstanceOf(BadAnswerException.class).hasMessageContaining("65536 bytes");
    }

    @Test
    void ask_redirectElsewhere_isNotFollowed() throws IOException {
        try (TestNode elsewhere = new TestNode(TestNode.granting(new FakeSequence(1, 1)))) {
            node.become((exchange, body) -> {
                exchange.getResponseHeaders()
                        .set(
                                "Location",
                                elsewhere.endpoint() + exchange.getRequestURI().toString());
                exchange.sendResponseHeaders(307, -1);
            });

            assertThat(failure()).hasMessage("answered with HTTP status 307");
            assertThat(elsewhere.requests).isEmpty();
        }
    }

    @Test
    void ask_silence_endsInTime() {
        node.become(node.silent());

        assertThat(failureOf(impatient.ask(node.endpoint(), request)))
                .isInstanceOf(HttpTimeoutException.class)
                .hasMessage("no complete answer within 200 ms");
    }

    @Test
    void ask_stalledBody_endsInTime() {
        node.become(node.stalling());

        assertThat(failureOf(impatient.ask(node.endpoint(), request))).isInstanceOf(HttpTimeoutException.class);
    }

    @Test
    void ask_connectionBreaksOnce_isSentAgainAtOnce() {
        AtomicInteger calls = new AtomicInteger();
        TestNode.Behaviour granting = TestNode.granting(new FakeSequence(1, 1));
        node.become((exchange, body) -> {
            if (calls.getAndIncrement() == 0) {
                exchange.close();
            } else {
                granting.answer(exchange, body);
            }
        });

        assertThat(ask().join().block().first()).isEqualTo(1);
        assertThat(calls).hasValue(2);
    }

    @Test
    void ask_connectionAlwaysBreaks_failsAfterTwoTries() {
        node.become(TestNode.hangingUp());

        assertThat(failure()).isInstanceOf(IOException.class);
        assertThat(node.requests).hasSize(2);
    }

    @Test
    void ask_nobodyListens_fails() {
        URI gone = node.endpoint();
        node.close();

        assertThat(failureOf(source.ask(gone, request))).isInstanceOf(ConnectException.class);
    }

    @Test
    void close_whileAsking_endsIt() {
        node.become(node.silent());
        CompletableFuture<Grant> answer = ask();
        source.close();

        assertThatThrownBy(answer::join).isNotNull();
        assertThat(failure()).hasMessage("the client is closed");
    }

    private CompletableFuture<Grant> ask() {
        return source.ask(node.endpoint(), request);
    }

    private Throwable failure() {
        return failureOf(ask());
    }

    private static Throwable failureOf(CompletableFuture<Grant> answer) {
        Throwable error = answer.handle((grant, e) -> e).join();
        return error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    }
}
