package dev.seqd.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.seqd.database.DatabaseSettings;
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
import java.sql.Statement;
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

    /** With settings of the operator's, such as {@code seqd.http.max-wait = 1s}. */
    static LiveNode start(Path data, String... overrides) {
        EmbeddedDatabase database = EmbeddedDatabase.start(data);
        return start(database, database.settings(), overrides);
    }

    /** A node that reaches the database in a way of its own; closing it closes the database. */
    static LiveNode start(EmbeddedDatabase database, DatabaseSettings way, String... overrides) {
        int port = ThreadLocalRandom.current().nextInt(10_000, 20_000);
        Config config = ConfigFactory.parseString(String.join("\n", overrides) + "\nseqd.http.port = " + port);
        try {
            return new LiveNode(database, HttpNode.start(config, way));
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
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

    /** The port it serves HTTP at. */
    int port() {
        return URI.create(node.endpoint()).getPort();
    }

    /** A figure of the node's, as it stands in its metrics. */
    double metric(String name) {
        return call("GET", "/metrics", "")
                .text()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .sum();
    }

    /** How many events the journal holds. */
    long events() {
        try (Connection connection = connection();
                ResultSet row = connection.createStatement().executeQuery("SELECT count(*) FROM event_journal")) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Runs a statement beside the node. */
    void execute(String sql) {
        try (Connection connection = connection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    /** A connection of somebody else to the node's database. */
    Connection connection() throws SQLException {
        return DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
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
