package dev.seqd.system;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Knows which nodes are ready, as a load balancer with health checks does. Asks them in a thread of its own until it is closed. */
final class Balancer implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofMillis(500);
    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final int OK = 200;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final List<String> endpoints;
    private final Thread thread;
    private volatile List<String> ready;
    private volatile boolean stopped;

    /** Takes all for ready until it knows. */
    Balancer(List<String> endpoints) {
        this.endpoints = List.copyOf(endpoints);
        this.ready = this.endpoints;
        this.thread = new Thread(this::run, "balancer");
        thread.start();
    }

    private void run() {
        while (!stopped) {
            List<String> now = new ArrayList<>(endpoints);
            now.removeIf(endpoint -> !isReady(endpoint));
            ready = now;
            LockSupport.parkNanos(INTERVAL_NANOS);
        }
    }

    private boolean isReady(String endpoint) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(endpoint + "/health/ready"))
                .timeout(TIMEOUT)
                .build();
        try {
            return http.send(request, BodyHandlers.discarding()).statusCode() == OK;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    /** Those that are ready. */
    List<String> ready() {
        return ready;
    }

    @Override
    public void close() {
        stopped = true;
        Threads.join(thread);
    }
}
