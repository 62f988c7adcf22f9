package dev.seqd.faults;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A caller that holds nothing: it takes one number after the other over HTTP, from one node after the other, and says each
 * time which one it had last. A node that fails it is passed over at once.
 */
final class ColdCaller extends Caller {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final int MAX_PAUSE_MILLIS = 60;

    private final HttpClient http;
    private final Supplier<List<String>> endpoints;
    private final Random random;
    private String after = "";

    ColdCaller(HttpClient http, Supplier<List<String>> endpoints, Trail trail) {
        super(trail);
        this.http = http;
        this.endpoints = endpoints;
        this.random = new Random(trail.caller().hashCode());
    }

    @Override
    void call(int number) {
        List<String> now = endpoints.get();
        call(now.get(number % now.size()));
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(MAX_PAUSE_MILLIS)));
    }

    private void call(String endpoint) {
        HttpRequest next = HttpRequest.newBuilder(URI.create(
                        endpoint + "/v1/sequences/" + trail().numbers().name() + "/next" + after))
                .timeout(TIMEOUT)
                .POST(BodyPublishers.noBody())
                .build();
        long calledNanos = System.nanoTime();
        try {
            HttpResponse<String> answer = http.send(next, BodyHandlers.ofString());
            note(answer, calledNanos);
        } catch (IOException e) {
            trail().fail();
        } catch (InterruptedException e) {
            end();
        }
    }

    private void note(HttpResponse<String> answer, long calledNanos) throws JsonProcessingException {
        if (answer.statusCode() != 200) {
            trail().fail();
            return;
        }
        JsonNode block = JSON.readTree(answer.body());
        trail().add(block.path("value").asLong(), calledNanos, System.nanoTime());
        after = "?after=" + block.path("value").asText() + "&epoch="
                + block.path("epoch").asText();
    }
}
