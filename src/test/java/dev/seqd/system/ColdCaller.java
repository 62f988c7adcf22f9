package dev.seqd.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A caller that holds nothing: it takes one number after the other over HTTP, from one node after the other, and says
 * each time which one it had last. It notes the longest time that went by without a number.
 */
final class ColdCaller implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int MAX_PAUSE_MILLIS = 40;

    private final HttpClient http;
    private final List<String> endpoints;
    private final String sequence;
    private final Random random;
    private final List<Long> taken = new ArrayList<>();
    private final Thread thread = new Thread(this::run, "cold-caller");
    private volatile boolean ended;
    private long succeededNanos = System.nanoTime();
    private long longestNanos;
    private int failures;

    /** Begins to call. */
    ColdCaller(HttpClient http, List<String> endpoints, String sequence) {
        this.http = http;
        this.endpoints = endpoints;
        this.sequence = sequence;
        this.random = new Random(sequence.hashCode());
        thread.start();
    }

    private void run() {
        String after = "";
        for (int call = 0; !ended; call++) {
            after = call(endpoints.get(call % endpoints.size()), after);
            pause();
        }
    }

    private String call(String endpoint, String after) {
        HttpRequest next = HttpRequest.newBuilder(URI.create(endpoint + "/v1/sequences/" + sequence + "/next" + after))
                .timeout(TIMEOUT)
                .POST(BodyPublishers.noBody())
                .build();
        try {
            HttpResponse<String> answer = http.send(next, BodyHandlers.ofString());
            if (answer.statusCode() == 200) {
                return note(JSON.readTree(answer.body()));
            }
        } catch (IOException e) {
            // Counted like any other failure.
        } catch (InterruptedException e) {
            ended = true;
        }
        fail();
        return after;
    }

    private synchronized String note(JsonNode answer) {
        long nowNanos = System.nanoTime();
        taken.add(answer.path("value").asLong());
        longestNanos = Math.max(longestNanos, nowNanos - succeededNanos);
        succeededNanos = nowNanos;
        return "?after=" + answer.path("value").asText() + "&epoch="
                + answer.path("epoch").asText();
    }

    private synchronized void fail() {
        failures++;
    }

    /** Between calls, so that many callers share a small machine. */
    private void pause() {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(MAX_PAUSE_MILLIS)));
    }

    /** Forgets the longest pause so far. */
    synchronized void mark() {
        longestNanos = 0;
        succeededNanos = System.nanoTime();
        failures = 0;
    }

    synchronized int count() {
        return taken.size();
    }

    /** The longest time without a number since the last mark, the one under way included. */
    synchronized Duration longestPause() {
        return Duration.ofNanos(Math.max(longestNanos, System.nanoTime() - succeededNanos));
    }

    synchronized int failures() {
        return failures;
    }

    synchronized List<Long> taken() {
        return List.copyOf(taken);
    }

    @Override
    public void close() {
        ended = true;
        thread.interrupt();
    }
}
