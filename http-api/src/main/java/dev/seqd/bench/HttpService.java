package dev.seqd.bench;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.Executor;

/** The service over HTTP/1.1. */
final class HttpService implements Service {
    private static final Duration CONNECT = Duration.ofSeconds(2);
    private static final Duration READ = Duration.ofSeconds(2);
    private static final Duration WRITE = Duration.ofSeconds(10);

    private final HttpClient http;

    /** A client whose own work runs on {@code executor}, which the caller ends. */
    HttpService(Executor executor) {
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .executor(executor)
                .build();
    }

    @Override
    public String get(String url) throws IOException {
        HttpResponse<String> answer =
                send(HttpRequest.newBuilder(URI.create(url)).timeout(READ).build());
        if (answer.statusCode() != 200) {
            throw new IOException("GET " + url + " gave status " + answer.statusCode());
        }
        return answer.body();
    }

    @Override
    public int put(String url, String definition) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .timeout(WRITE)
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString(definition))
                .build();
        return send(request).statusCode();
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException {
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        } catch (IOException e) {
            throw new IOException(request.method() + " " + request.uri() + ": " + reason(e), e);
        }
    }

    /** The JDK leaves a refused connection without a message. */
    private static String reason(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
