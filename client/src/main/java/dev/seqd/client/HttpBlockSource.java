package dev.seqd.client;

import dev.seqd.core.SeqdException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Blocks over HTTP/1.1 by the JDK's client. The time for an exchange covers all of it, the body too; a body is limited,
 * and no redirect is followed. Thread-safe.
 *
 * <p>A request whose connection broke is sent once more at once, since a kept-alive connection may close under it; if the
 * first one did arrive, its block becomes a gap.
 */
final class HttpBlockSource implements BlockSource {
    /** Long enough for a lost first packet, which is repeated after a second. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofMillis(1500);

    /** How Retry-After looks when it does not hold a date. */
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,6}");

    private final Duration exchangeTimeout;
    private final Set<Exchange<?>> running = ConcurrentHashMap.newKeySet();
    private volatile @Nullable HttpClient http;

    /** Runs on the executor, which stays the caller's, and lets no exchange take longer than {@code exchangeTimeout}. */
    HttpBlockSource(Executor executor, Duration exchangeTimeout) {
        this.exchangeTimeout = exchangeTimeout;
        this.http = HttpClient.newBuilder()
                .version(Version.HTTP_1_1)
                .followRedirects(Redirect.NEVER)
                .connectTimeout(CONNECT_TIMEOUT)
                .executor(executor)
                .build();
    }

    @Override
    public CompletableFuture<Grant> ask(URI node, BlockRequest request) {
        HttpRequest post = HttpRequest.newBuilder(Wire.blocks(node, request.sequence()))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, application/problem+json")
                .POST(BodyPublishers.ofString(Wire.body(request)))
                .build();
        return exchange(post, HttpBlockSource::grant);
    }

    @Override
    public CompletableFuture<List<Member>> members(URI node) {
        HttpRequest get = HttpRequest.newBuilder(Wire.cluster(node))
                .header("Accept", "application/json")
                .build();
        return exchange(get, response -> Wire.members(response.statusCode(), response.body()));
    }

    private <T> CompletableFuture<T> exchange(HttpRequest request, Reading<T> reading) {
        HttpClient client = http;
        if (client == null) {
            return CompletableFuture.failedFuture(new IOException("the client is closed"));
        }
        Exchange<T> exchange = new Exchange<>(client, request, reading);
        running.add(exchange);
        return exchange.run().whenComplete((answer, error) -> running.remove(exchange));
    }

    private static Grant grant(HttpResponse<byte[]> response) throws IOException {
        String contentType = response.headers().firstValue("Content-Type").orElse("");
        try {
            return Wire.grant(response.statusCode(), contentType, response.body());
        } catch (SeqdException e) {
            throw e.error().retryable() ? retryable(e, response) : e;
        }
    }

    private static SeqdException retryable(SeqdException error, HttpResponse<byte[]> response) {
        String seconds = response.headers().firstValue("Retry-After").orElse("");
        return SECONDS.matcher(seconds).matches()
                ? new BusyException(error, Duration.ofSeconds(Integer.parseInt(seconds)))
                : error;
    }

    @Override
    public void close() {
        http = null;
        running.forEach(Exchange::cancel);
    }

    /** What an answer means. */
    private interface Reading<T> {
        T of(HttpResponse<byte[]> response) throws IOException;
    }

    /** One question and its answer; whatever completes the result ends what is still under way. */
    private final class Exchange<T> {
        private final HttpClient client;
        private final HttpRequest request;
        private final Reading<T> reading;
        private final CompletableFuture<T> result = new CompletableFuture<>();

        private Exchange(HttpClient client, HttpRequest request, Reading<T> reading) {
            this.client = client;
            this.request = request;
            this.reading = reading;
        }

        private CompletableFuture<T> run() {
            try {
                send(true);
            } catch (RuntimeException | Error e) {
                result.completeExceptionally(e);
            }
            return result.orTimeout(exchangeTimeout.toNanos(), TimeUnit.NANOSECONDS)
                    .exceptionallyCompose(error -> CompletableFuture.failedFuture(explained(error)));
        }

        private void cancel() {
            result.cancel(true);
        }

        /** The failure as users should see it. */
        private Throwable explained(Throwable error) {
            return error instanceof TimeoutException
                    ? new HttpTimeoutException("no complete answer within " + exchangeTimeout.toMillis() + " ms")
                    : error;
        }

        private void send(boolean mayRepeat) {
            CompletableFuture<HttpResponse<byte[]>> sent = client.sendAsync(request, LimitedBody.handler());
            var unused1 = result.whenComplete((answer, error) -> sent.cancel(true));
            var unused2 = sent.whenComplete((response, error) -> answered(response, error, mayRepeat));
        }

        private void answered(@Nullable HttpResponse<byte[]> response, @Nullable Throwable error, boolean mayRepeat) {
            try {
                if (response != null) {
                    result.complete(reading.of(response));
                } else if (mayRepeat && !result.isDone() && isBroken(cause(error))) {
                    send(false);
                } else {
                    result.completeExceptionally(cause(error));
                }
            } catch (IOException | RuntimeException | Error e) {
                result.completeExceptionally(e);
            }
        }

        private static Throwable cause(@Nullable Throwable error) {
            if (error == null) {
                return new IOException("neither an answer nor a failure");
            }
            return error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        }

        /** Whether the connection broke after it was made. */
        private static boolean isBroken(Throwable error) {
            return error instanceof IOException
                    && !(error instanceof ConnectException)
                    && !(error instanceof HttpTimeoutException);
        }
    }
}
