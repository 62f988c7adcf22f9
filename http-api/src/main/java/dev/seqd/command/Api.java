package dev.seqd.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.seqd.bench.Endpoint;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Calls the HTTP API of the first of some nodes that can be reached. Blocks. */
final class Api {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(15);
    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();
    private final List<String> endpoints;

    /** @throws SeqdException {@code invalid-request} if an endpoint is no address of HTTP */
    Api(List<String> endpoints) {
        this.endpoints = endpoints.stream().map(Api::checked).toList();
    }

    private static String checked(String endpoint) {
        try {
            return Endpoint.of(endpoint);
        } catch (IllegalArgumentException e) {
            throw new SeqdException(SeqdError.INVALID_REQUEST, null, String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Makes a call.
     *
     * @return the answer's body, null for none
     * @throws SeqdException what the service refused, or {@code unavailable} if no node answers
     */
    JsonNode call(String method, String path, String body) {
        IOException last = new IOException("no endpoint given");
        for (String endpoint : endpoints) {
            try {
                return answer(http.send(request(endpoint, method, path, body), BodyHandlers.ofString()));
            } catch (IOException e) {
                last = e;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SeqdException(SeqdError.UNAVAILABLE, null, "interrupted", e);
            }
        }
        String where = String.join(", ", endpoints);
        throw new SeqdException(
                SeqdError.UNAVAILABLE, null, "no node answers at " + where + "; is it running? See --endpoint", last);
    }

    private static HttpRequest request(String endpoint, String method, String path, String body) {
        return HttpRequest.newBuilder(URI.create(endpoint + path))
                .timeout(ANSWER_TIMEOUT)
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
    }

    private static JsonNode answer(HttpResponse<String> response) {
        JsonNode body = parse(response);
        if (response.statusCode() < 400) {
            return body;
        }
        String detail = body.path("detail").asText("the service answered " + response.statusCode());
        throw new SeqdException(
                error(body.path("code").asText("")), body.path("sqlState").textValue(), detail);
    }

    private static SeqdError error(String code) {
        try {
            return SeqdError.ofCode(code);
        } catch (IllegalArgumentException e) {
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

    /** The path of a sequence, its name escaped. */
    static String sequence(String name) {
        return "/v1/sequences/"
                + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
