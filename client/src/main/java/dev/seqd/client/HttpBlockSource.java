package dev.seqd.client;

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
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

    private final Duration exchangeTimeout;
    private final Set<Exchange> running = ConcurrentHashMap.newKeySet();
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
        HttpClient client = http;
        if (client == null) {
            return CompletableFuture.failedFuture(new IOException("the client is closed"));
        }
        HttpRequest post = HttpRequest.newBuilder(Wire.blocks(node, request.sequence()))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, application/problem+json")
                .POST(BodyPublishers.ofString(Wire.body(request)))
                .build();
        Exchange exchange = new Exchange(client, post);
        running.add(exchange);
        return exchange.run().whenComplete((grant, error) -> running.remove(exchange));
    }

    @Override
    public void close() {
        http = null;
        running.forEach(Exchange::cancel);
    }

    /** One question and its answer; whatever completes the result ends what is still under way. */
    private final class Exchange {
        private final HttpClient client;
        private final HttpRequest post;
        private final CompletableFuture<Grant> result = new CompletableFuture<>();

        private Exchange(HttpClient client, HttpRequest post) {
            this.client = client;
            this.post = post;
        }

        private CompletableFuture<Grant> run() {
            send(true);
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
            CompletableFuture<HttpResponse<byte[]>> sent = client.sendAsync(post, LimitedBody.handler());
            var unused1 = result.whenComplete((grant, error) -> sent.cancel(true));
            var unused2 = sent.whenComplete((response, error) -> answered(response, error, mayRepeat));
        }

        private void answered(@Nullable HttpResponse<byte[]> response, @Nullable Throwable error, boolean mayRepeat) {
            try {
                if (response != null) {
                    result.complete(read(response));
                } else if (mayRepeat && !result.isDone() && isBroken(cause(error))) {
                    send(false);
                } else {
                    result.completeExceptionally(cause(error));
                }
            } catch (IOException | RuntimeException | Error e) {
                result.completeExceptionally(e);
            }
        }

        private static Grant read(HttpResponse<byte[]> response) throws IOException {
            String contentType = response.headers().firstValue("Content-Type").orElse("");
            return Wire.grant(response.statusCode(), contentType, response.body());
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
