package dev.seqd.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node and far more counters than it may keep in memory. A counter that leaves gives its reserve back, and what the node
 * holds of it and has not used for a moment; so at most the rest of a node's first lease of 201 is lost when it leaves at once.
 */
class ManyCountersIT {
    private static final Logger LOG = LoggerFactory.getLogger(ManyCountersIT.class);
    private static final int AT_ONCE = 64;
    private static final int CREATED = 201;
    private static final int OK = 200;
    private static final long FIRST_LEASE = 201;
    private static final Duration SETTLED = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private ServeNodes nodes;

    @Test
    void manyCounters_moreThanTheLimit_leaveMemoryWithoutAGapAndComeBack() throws Exception {
        run(2_000, 400);
    }

    @Test
    @Tag("long")
    void manyCounters_hundredThousand_leaveMemoryWithoutAGapAndComeBack() throws Exception {
        run(100_000, 10_000);
    }

    /** Each is used once by a caller that holds nothing; all but the last few have left memory after that. */
    private void run(int counters, int limit) throws Exception {
        Path settings = Files.writeString(
                directory.resolve("few.conf"),
                "seqd.counter.limit = " + limit + "\nseqd.node.limit = " + limit / 10 + "\nseqd.node.idle = 1s");
        try (ServeNodes one = new ServeNodes(directory, 1)) {
            nodes = one;
            nodes.add("--config", settings.toString());
            timed("create", counters, i -> send("PUT", "/v1/sequences/c" + i, "{}", CREATED));
            timed("warm up", limit, i -> next(i, 1));
            double threads = metric("jvm_threads_live_threads");
            timed("first use", counters - limit, i -> next(limit + i, 1));
            LOG.info(
                    "threads {} before, {} after; heap used {} MB; values burnt {}",
                    threads,
                    metric("jvm_threads_live_threads"),
                    metric("jvm_memory_used_bytes{area=\"heap\"") / 1e6,
                    metric("seqd_reserve_values_burnt_total") + metric("seqd_lease_values_burnt_total"));
            assertThat(metric("jvm_threads_live_threads")).isLessThanOrEqualTo(threads * 1.1 + 2);

            nodes.node(0).interrupt();
            assertThat(nodes.node(0).awaitExit(SETTLED))
                    .as(nodes.node(0).output())
                    .isZero();
            nodes.startAgain(0, "--config", settings.toString());
            timed("use after a restart", Math.min(counters, 10_000), i -> next(i, 1 + FIRST_LEASE));
        }
    }

    /** Asks for so many, a bounded number at a time, and waits for all. */
    private void timed(String what, int count, Call call) throws InterruptedException {
        long startNanos = System.nanoTime();
        Semaphore permits = new Semaphore(AT_ONCE);
        AtomicInteger done = new AtomicInteger();
        List<String> failures = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < count; i++) {
            permits.acquire();
            var unused = call.make(i).whenComplete((answer, failure) -> {
                permits.release();
                if (failure != null || (answer != null && !answer.isEmpty())) {
                    failures.add(failure == null ? answer : failure.toString());
                }
                done.incrementAndGet();
            });
        }
        await().atMost(SETTLED).until(() -> done.get() == count);
        LOG.info("{} of {}: {} ms", what, count, (System.nanoTime() - startNanos) / 1_000_000);
        assertThat(failures).as(what).isEmpty();
    }

    /** What is wrong with the answer; empty if nothing is. */
    private interface Call {
        CompletableFuture<String> make(int i);
    }

    private CompletableFuture<String> next(int counter, long most) {
        return answer("POST", "/v1/sequences/c" + counter + "/next", "")
                .thenApply(answer -> answer.statusCode() == OK && value(answer.body()) <= most
                        ? ""
                        : "c" + counter + ": " + answer.body());
    }

    private static long value(String answer) {
        return Long.parseLong(answer.replaceAll(".*\"value\":\"(\\d+)\".*", "$1"));
    }

    private CompletableFuture<String> send(String method, String path, String body, int expected) {
        return answer(method, path, body)
                .thenApply(answer -> answer.statusCode() == expected ? "" : path + ": " + answer.body());
    }

    private CompletableFuture<HttpResponse<String>> answer(String method, String path, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(nodes.endpoint(0) + path))
                .timeout(SETTLED)
                .method(method, BodyPublishers.ofString(body))
                .build();
        return http.sendAsync(request, BodyHandlers.ofString());
    }

    private double metric(String prefix) {
        return answer("GET", "/metrics", "")
                .join()
                .body()
                .lines()
                .filter(line -> line.startsWith(prefix + " ") || (prefix.contains("{") && line.startsWith(prefix)))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
