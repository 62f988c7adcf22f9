package dev.seqd.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceName;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Calls the HTTP API of the first of some nodes that can be reached. Blocks. */
final class Api {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(15);
    private static final int FIRST_REFUSAL = 400;
    private static final int FIRST_FAILURE = 500;
    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();
    private final List<String> endpoints;

    Api(List<String> endpoints) {
        this.endpoints = endpoints;
    }

    /** A request, but for the node that it goes to. */
    private record Request(String method, String path, String body, Map<String, String> headers) {
        HttpRequest to(String endpoint) {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(endpoint.replaceFirst("/+$", "") + path))
                    .timeout(ANSWER_TIMEOUT)
                    .header("Content-Type", "application/json")
                    .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
            headers.forEach(request::header);
            return request.build();
        }
    }

    /**
     * Makes a call that does no harm when it is made twice: if a node gives no answer, the next one is asked.
     *
     * @return the answer's body
     * @throws SeqdException what the service refused, or {@code unavailable} if no node answers
     * @throws UnknownRefusalException for a refusal that is none of seqd's
     */
    JsonNode call(String method, String path, String body) {
        return send(new Request(method, path, body, Map.of()), true);
    }

    /**
     * Makes a call that must not be made twice. The next node is asked only if the one before cannot be connected to.
     *
     * @return the answer's body
     * @throws SeqdException what the service refused, or {@code unavailable} if no node answers; then the change may have
     *     been made
     * @throws UnknownRefusalException for a refusal that is none of seqd's
     */
    JsonNode change(String method, String path, String body, Map<String, String> headers) {
        return send(new Request(method, path, body, headers), false);
    }

    private JsonNode send(Request request, boolean repeatable) {
        IOException last = new IOException("no endpoint given");
        for (String endpoint : endpoints) {
            try {
                return answer(http.send(request.to(endpoint), BodyHandlers.ofString()));
            } catch (IOException e) {
                last = e;
                requireUnsent(repeatable, endpoint, e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SeqdException(SeqdError.UNAVAILABLE, null, "interrupted", e);
            }
        }
        String where = String.join(", ", endpoints);
        throw new SeqdException(
                SeqdError.UNAVAILABLE, null, "no node answers at " + where + "; is it running? See --endpoint", last);
    }

    private static void requireUnsent(boolean repeatable, String endpoint, IOException failure) {
        boolean unsent = failure instanceof ConnectException || failure instanceof HttpConnectTimeoutException;
        if (!repeatable && !unsent) {
            String detail =
                    "no answer from " + endpoint + ": the change may have been made or not; look with 'seqd get'";
            throw new SeqdException(SeqdError.UNAVAILABLE, null, detail, failure);
        }
    }

    private static JsonNode answer(HttpResponse<String> response) {
        JsonNode body = parse(response);
        if (response.statusCode() < FIRST_REFUSAL) {
            return body;
        }
        String detail = body.path("detail").asText("the service answered " + response.statusCode());
        throw new SeqdException(
                error(response, body, detail), body.path("sqlState").textValue(), detail);
    }

    private static SeqdError error(HttpResponse<String> response, JsonNode problem, String detail) {
        try {
            return SeqdError.ofCode(problem.path("code").asText(""));
        } catch (IllegalArgumentException e) {
            if (response.statusCode() < FIRST_FAILURE) {
                throw new UnknownRefusalException(detail, e);
            }
            return SeqdError.UNAVAILABLE;
        }
    }

    private static JsonNode parse(HttpResponse<String> response) {
        try {
            return JSON.readTree(response.body());
        } catch (JsonProcessingException e) {
            throw new SeqdException(
                    SeqdError.UNAVAILABLE, null, response.uri() + " does not speak seqd's API; is it a seqd node?", e);
        }
    }

    /**
     * The path of a sequence, its name escaped. A name that breaks the rule is not sent: "..", or nothing at all, would be
     * the path of something else.
     *
     * @throws SeqdException {@code invalid-name}, with the same text as the service's
     */
    static String sequence(String name) {
        return "/v1/sequences/" + escaped(new SequenceName(name).value());
    }

    /** A text as a part of a path or of a query. */
    static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
