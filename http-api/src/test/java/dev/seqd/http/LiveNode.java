package dev.seqd.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.seqd.database.EmbeddedDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;

/** A whole node in this JVM, on a real database, and a caller of its API. */
final class LiveNode implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final EmbeddedDatabase database;
    private final HttpNode node;

    private LiveNode(EmbeddedDatabase database, HttpNode node) {
        this.database = database;
        this.node = node;
    }

    static LiveNode start(Path data) {
        EmbeddedDatabase database = EmbeddedDatabase.start(data);
        int port = ThreadLocalRandom.current().nextInt(10_000, 20_000);
        Config config = ConfigFactory.parseString("seqd.http.port = " + port);
        return new LiveNode(database, HttpNode.start(config, database.settings()));
    }

    /** An answer with its body as JSON, if it is. */
    record Answer(int status, String text, HttpResponse<String> response) {
        JsonNode json() {
            try {
                return JSON.readTree(text);
            } catch (JsonProcessingException e) {
                throw new AssertionError("not JSON: " + text, e);
            }
        }
    }

    Answer call(String method, String path, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(node.endpoint() + path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body(), response);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** How many events the journal holds. */
    long events() {
        try (Connection connection =
                        DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
                ResultSet row = connection.createStatement().executeQuery("SELECT count(*) FROM event_journal")) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    String endpoint() {
        return node.endpoint();
    }

    @Override
    public void close() {
        node.close();
        database.close();
    }
}
