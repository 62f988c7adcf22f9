package dev.seqd.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A {@link StubNode} in a process of its own, so that its work and its garbage are not taken for the client's. It ends with
 * this process, however that ends. Confined to one thread.
 */
final class StubProcess implements AutoCloseable {
    /** How long after a request the node answers. */
    static final Duration ROUND_TRIP = Duration.ofMillis(2);

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Process process;
    private final String endpoint;

    private StubProcess(Process process, String endpoint) {
        this.process = process;
        this.endpoint = endpoint;
    }

    /** What a stub has handed out. */
    record Counts(long grants, long values) {
        Counts minus(Counts before) {
            return new Counts(grants - before.grants, values - before.values);
        }
    }

    /** Starts a node. Blocks until it listens. */
    static StubProcess start() {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        // Else each answer waits for a delayed acknowledgement.
                        "-Dsun.net.httpserver.nodelay=true",
                        "-Dsun.net.httpserver.idleInterval=600",
                        "-cp",
                        System.getProperty("java.class.path"),
                        StubMain.class.getName(),
                        ROUND_TRIP.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        try {
            Process process = builder.start();
            BufferedReader out =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            String endpoint = out.readLine();
            if (endpoint == null) {
                throw new IOException("the stub node did not start");
            }
            return new StubProcess(process, endpoint);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String endpoint() {
        return endpoint;
    }

    /** What it has handed out so far. */
    Counts counts() {
        HttpRequest get = HttpRequest.newBuilder(URI.create(endpoint + "/stub")).build();
        try {
            JsonNode json = Json.parse(http.send(get, BodyHandlers.ofString()).body());
            return new Counts(
                    json.required("grants").longValue(), json.required("values").longValue());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        process.destroy();
    }
}
