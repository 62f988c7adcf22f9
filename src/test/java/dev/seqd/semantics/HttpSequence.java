package dev.seqd.semantics;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceOptions.Setting;
import dev.seqd.core.SequenceType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A sequence as one node's HTTP API has it. */
final class HttpSequence implements SequenceUnderTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final String name;
    private final URI address;

    HttpSequence(String endpoint, String name) {
        this.name = name;
        this.address = URI.create(endpoint + "/v1/sequences/" + name);
    }

    private record Answer(int status, JsonNode body) {}

    @Override
    public Outcome create(SequenceOptions options) {
        return done(send(request("", "PUT", json(options)).header("If-None-Match", "*")));
    }

    @Override
    public Outcome next() {
        Answer answer = send(request("/next", "POST", null));
        return refused(answer)
                ? refusal(answer)
                : Outcome.of(answer.body.path("value").asLong());
    }

    @Override
    public Outcome setval(long value, boolean called) {
        ObjectNode body = JSON.createObjectNode()
                .put("value", Long.toString(value))
                .put("isCalled", called)
                .put("allowReuse", true);
        Answer answer = send(request("/setval", "POST", body));
        return refused(answer) ? refusal(answer) : Outcome.of(value);
    }

    @Override
    public Outcome alter(SequenceOptions options) {
        return done(send(request("", "PATCH", json(options))));
    }

    @Override
    public Outcome restart(@Nullable Long with) {
        ObjectNode body = JSON.createObjectNode().put("allowReuse", true);
        putNumber(body, "with", with);
        return done(send(request("/restart", "POST", body)));
    }

    @Override
    public Outcome drop() {
        return done(send(request("", "DELETE", null)));
    }

    private Outcome done(Answer answer) {
        return refused(answer) ? refusal(answer) : Outcome.DONE;
    }

    private static boolean refused(Answer answer) {
        return answer.status >= 400;
    }

    private Outcome refusal(Answer answer) {
        String sqlState = answer.body.path("sqlState").textValue();
        String detail = answer.body.path("detail").asText();
        return new Outcome(null, sqlState, detail).ofSequence(name);
    }

    @Override
    public @Nullable Standing standing() {
        Answer answer = send(request("", "GET", null));
        if (answer.status == 404) {
            return null;
        }
        JsonNode definition = answer.body.path("definition");
        return new Standing(
                SequenceType.ofSqlName(definition.path("type").asText()),
                number(definition, "start"),
                number(definition, "increment"),
                number(definition, "min"),
                number(definition, "max"),
                definition.path("cycle").booleanValue(),
                null);
    }

    private static long number(JsonNode definition, String field) {
        return Long.parseLong(definition.path(field).textValue());
    }

    private static ObjectNode json(SequenceOptions options) {
        ObjectNode body = JSON.createObjectNode().put("allowReuse", true);
        if (options.type() != null) {
            body.put("type", options.type().sqlName());
        }
        putNumber(body, "start", options.start());
        putNumber(body, "increment", options.increment());
        putSetting(body, "min", options.min());
        putSetting(body, "max", options.max());
        putSetting(body, "cache", options.cache());
        if (options.cycle() != null) {
            body.put("cycle", options.cycle());
        }
        if (options.order() != null) {
            body.put("order", options.order().code());
        }
        return body;
    }

    private static void putNumber(ObjectNode body, String field, @Nullable Long value) {
        if (value != null) {
            body.put(field, value.toString());
        }
    }

    private static void putSetting(ObjectNode body, String field, @Nullable Setting setting) {
        if (setting != null) {
            body.put(field, setting.value() == null ? null : setting.value().toString());
        }
    }

    private HttpRequest.Builder request(String below, String method, @Nullable ObjectNode body) {
        return HttpRequest.newBuilder(URI.create(address + below))
                .timeout(TIMEOUT)
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.toString()));
    }

    private static Answer send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = HTTP.send(request.build(), BodyHandlers.ofString());
            return new Answer(response.statusCode(), JSON.readTree(response.body()));
        } catch (JsonProcessingException e) {
            throw new AssertionError("not JSON: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
