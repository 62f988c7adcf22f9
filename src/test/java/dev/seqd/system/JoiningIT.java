package dev.seqd.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.seqd.database.EmbeddedDatabase;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that listens and has not joined its cluster yet sends its callers away. */
class JoiningIT {
    private static final Duration START = Duration.ofMinutes(2);
    private static final int WAITED_FOR_VALUES_MILLIS = 2500; // half of seqd.http.max-wait
    private static final String LOCK = "SELECT pg_advisory_lock(x'73657164666f726d'::bigint)"; // who holds it may join

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String endpoint = "http://127.0.0.1:" + Ports.free(1);

    @TempDir
    Path directory;

    @Test
    void next_nodeThatHasNotJoined_isRefusedAtOnce() throws Exception {
        try (EmbeddedDatabase database = EmbeddedDatabase.start(directory.resolve("data"));
                Connection connection =
                        DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password())) {
            connection.createStatement().execute(LOCK);
            try (SeqdProcess node = serve(database)) {
                await().atMost(START)
                        .ignoreExceptionsInstanceOf(IOException.class)
                        .until(() -> call("GET", "/health/live").statusCode() == 200);

                long askedNanos = System.nanoTime();
                HttpResponse<String> refused = call("POST", "/v1/sequences/orders/next");

                assertThat(refused.statusCode()).isEqualTo(503);
                assertThat(refused.headers().firstValue("Retry-After")).isPresent();
                assertThat(refused.body()).contains("has not joined");
                assertThat(Duration.ofNanos(System.nanoTime() - askedNanos))
                        .isLessThan(Duration.ofMillis(WAITED_FOR_VALUES_MILLIS));
                assertThat(call("GET", "/health/ready").statusCode()).isEqualTo(503);

                connection.close();
                node.awaitOutput("seqd is up", START);
                assertThat(call("POST", "/v1/sequences/orders/next").statusCode())
                        .isEqualTo(404);
            }
        }
    }

    private SeqdProcess serve(EmbeddedDatabase database) {
        return SeqdProcess.start(
                directory,
                Map.of("SEQD_JDBC_PASSWORD", database.password()),
                "serve",
                "--http-port",
                Integer.toString(URI.create(endpoint).getPort()),
                "--jdbc-url",
                database.jdbcUrl(),
                "--jdbc-user",
                database.user());
    }

    private HttpResponse<String> call(String method, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(endpoint + path))
                .method(method, BodyPublishers.noBody())
                .build();
        return http.send(request, BodyHandlers.ofString());
    }
}
