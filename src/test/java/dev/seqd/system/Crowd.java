package dev.seqd.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Callers who hold nothing, so many at a time, over connections that they keep. A request that gets no answer at all
 * fails the test.
 */
final class Crowd {
    static final int OK = 200;
    private static final Logger LOG = LoggerFactory.getLogger(Crowd.class);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final int UNAVAILABLE = 503;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final int atOnce;

    Crowd(int atOnce) {
        this.atOnce = atOnce;
    }

    /** What one of them asks. */
    record Call(String method, String uri, String body) {
        static Call next(String endpoint, String sequence) {
            return new Call("POST", endpoint + "/v1/sequences/" + sequence + "/next", "");
        }

        /** Of each of the sequences whose names are a prefix and a number from 0 on. */
        static Stream<Call> nextOfEach(String endpoint, String prefix, int count) {
            return IntStream.range(0, count).mapToObj(i -> next(endpoint, prefix + i));
        }

        /** Each of the sequences whose names are a prefix and a number from 0 on. */
        static Stream<Call> createEach(String endpoint, String prefix, int count, String definition) {
            return IntStream.range(0, count).mapToObj(i -> create(endpoint, prefix + i, definition));
        }

        static Call create(String endpoint, String sequence, String definition) {
            return new Call("PUT", endpoint + "/v1/sequences/" + sequence, definition);
        }

        static Call get(String uri) {
            return new Call("GET", uri, "");
        }
    }

    /** What it got, as the how-manieth of all, after how long. */
    record Answer(Call call, int place, Duration took, HttpResponse<String> response) {
        boolean isOk() {
            return response.statusCode() / 100 == OK / 100;
        }

        /** Whether it may try again, and knows when. */
        boolean isForLater() {
            return response.statusCode() == UNAVAILABLE
                    && response.headers().firstValue("Retry-After").isPresent();
        }

        /** The number that it got. */
        long value() {
            assertThat(response.statusCode()).as(toString()).isEqualTo(OK);
            return Long.parseLong(response.body().strip());
        }

        @Override
        public String toString() {
            return call.uri + ": " + response.statusCode() + " " + response.body();
        }
    }

    /** All of these are asked, in this order; blocks until all are answered, and tells the answers in the same order. */
    List<Answer> ask(String what, Stream<Call> calls) {
        Semaphore permits = new Semaphore(atOnce);
        AtomicInteger place = new AtomicInteger();
        long beganNanos = System.nanoTime();
        List<CompletableFuture<Answer>> asked = new ArrayList<>();
        calls.forEach(call -> {
            permits.acquireUninterruptibly();
            asked.add(send(call, place).whenComplete((answer, failure) -> permits.release()));
        });
        List<Answer> answers = asked.stream().map(CompletableFuture::join).toList();
        LOG.warn("{}: {} answers in {} ms", what, answers.size(), (System.nanoTime() - beganNanos) / 1_000_000);
        return answers;
    }

    /**
     * As {@link #ask}, and all must be granted within a time. Who is told to try again does so; nobody may be refused
     * otherwise.
     */
    List<Answer> demand(String what, Duration atMost, Stream<Call> calls) {
        List<Call> all = calls.toList();
        Map<Call, Deque<Answer>> granted = new HashMap<>();
        List<Call> open = new ArrayList<>(all);
        await(what).atMost(atMost).pollInterval(PAUSE).until(() -> {
            List<Answer> answers = ask(what, List.copyOf(open).stream());
            open.clear();
            for (Answer answer : answers) {
                assertThat(answer.isOk() || answer.isForLater())
                        .as(answer.toString())
                        .isTrue();
                if (answer.isOk()) {
                    granted.computeIfAbsent(answer.call, call -> new ArrayDeque<>())
                            .add(answer);
                } else {
                    open.add(answer.call);
                }
            }
            return open.isEmpty();
        });
        return all.stream().map(call -> granted.get(call).remove()).toList();
    }

    private CompletableFuture<Answer> send(Call call, AtomicInteger place) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(call.uri))
                .timeout(PATIENCE)
                .header("Accept", "text/plain, */*")
                .method(call.method, BodyPublishers.ofString(call.body))
                .build();
        long beganNanos = System.nanoTime();
        return http.sendAsync(request, BodyHandlers.ofString())
                .thenApply(response -> new Answer(
                        call, place.getAndIncrement(), Duration.ofNanos(System.nanoTime() - beganNanos), response));
    }
}
