package dev.seqd.system;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Takes single numbers over HTTP in one thread, from one ready node after the other and one sequence after the other, and
 * holds nothing. A node that takes no connection was not asked; whatever else goes wrong is a failure.
 */
final class ColdCaller implements AutoCloseable {
    private static final long PAUSE_NANOS = Duration.ofMillis(5).toNanos();
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int OK = 200;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Balancer balancer;
    private final List<String> sequences;
    private final List<String> values = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private final AtomicLong longestNanos = new AtomicLong();
    private final AtomicLong count = new AtomicLong();
    private final Thread thread;
    private volatile boolean stopped;

    ColdCaller(Balancer balancer, List<String> sequences) {
        this.balancer = balancer;
        this.sequences = List.copyOf(sequences);
        this.thread = new Thread(this::run, "cold-caller");
        thread.start();
    }

    private void run() {
        int call = 0;
        while (!stopped) {
            String sequence = sequences.get(call % sequences.size());
            long startNanos = System.nanoTime();
            take(sequence, call++);
            longestNanos.accumulateAndGet(System.nanoTime() - startNanos, Math::max);
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private void take(String sequence, int call) {
        List<String> endpoints = balancer.ready();
        for (int attempt = 0; attempt < endpoints.size(); attempt++) {
            String endpoint = endpoints.get((call + attempt) % endpoints.size());
            try {
                HttpResponse<String> answer = http.send(request(endpoint, sequence), BodyHandlers.ofString());
                note(sequence, endpoint, answer);
                return;
            } catch (ConnectException e) {
                // Nobody there: the next one.
            } catch (IOException e) {
                failures.add(endpoint + " " + sequence + ": " + e);
                return;
            } catch (InterruptedException e) {
                throw new AssertionError("interrupted", e);
            }
        }
        failures.add("no node for " + sequence);
    }

    private static HttpRequest request(String endpoint, String sequence) {
        return HttpRequest.newBuilder(URI.create(endpoint + "/v1/sequences/" + sequence + "/next"))
                .timeout(PATIENCE)
                .header("Accept", "text/plain")
                .POST(BodyPublishers.noBody())
                .build();
    }

    private void note(String sequence, String endpoint, HttpResponse<String> answer) {
        if (answer.statusCode() == OK) {
            values.add(sequence + "=" + answer.body().strip());
            count.incrementAndGet();
        } else {
            failures.add(endpoint + " " + sequence + ": " + answer.statusCode() + " " + answer.body());
        }
    }

    long count() {
        return count.get();
    }

    /** How long the longest call took, turning to other nodes included. */
    Duration longest() {
        return Duration.ofNanos(longestNanos.get());
    }

    /** What went wrong; only once it is closed. */
    List<String> failures() {
        return failures;
    }

    /** What it got, as {@code sequence=value}; only once it is closed. */
    List<String> values() {
        return values;
    }

    @Override
    public void close() {
        stopped = true;
        Threads.join(thread);
    }
}
