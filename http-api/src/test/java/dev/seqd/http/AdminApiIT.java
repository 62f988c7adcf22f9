package dev.seqd.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdminApiIT {
    private static LiveNode node;

    @BeforeAll
    static void start(@TempDir Path data) {
        node = LiveNode.start(data);
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    private static void create(String name, String definition) {
        assertThat(node.call("PUT", "/v1/sequences/" + name, definition).status())
                .isEqualTo(201);
    }

    private static long next(String name) {
        return node.call("POST", "/v1/sequences/" + name + "/next", "")
                .json()
                .path("value")
                .asLong();
    }

    private static LiveNode.Answer raise(String body) {
        return node.call("POST", "/v1/admin/raise", body);
    }

    private static JsonNode item(LiveNode.Answer answer, String name) {
        for (JsonNode item : answer.json().path("items")) {
            if (item.path("name").asText().equals(name)) {
                return item;
            }
        }
        throw new AssertionError("no " + name + " in " + answer.text());
    }

    @Test
    void raise_toAValue_theNextLiesBeyondItAndNothingMovesBack() {
        create("one", "");
        assertThat(next("one")).isEqualTo(1);

        LiveNode.Answer raised = raise("{\"name\":\"one\",\"atLeast\":\"500\"}");

        assertThat(raised.status()).isEqualTo(200);
        assertThat(item(raised, "one").path("highWater").asText()).isEqualTo("500");
        assertThat(next("one")).isEqualTo(501);
        raise("{\"name\":\"one\",\"atLeast\":\"100\"}");
        assertThat(next("one")).isEqualTo(502);
    }

    @Test
    void raise_all_movesEachInItsStepsAndStopsAtBounds() {
        create("up", "");
        create("down", "{\"increment\":\"-10\"}");
        create("short", "{\"max\":\"50\"}");
        create("round", "{\"max\":\"10\",\"cycle\":true}");
        assertThat(next("up")).isEqualTo(1);

        LiveNode.Answer raised = raise("{\"all\":true,\"by\":1000}");

        assertThat(raised.json().path("nextCursor").isNull()).isTrue();
        assertThat(next("up")).isEqualTo(1002);
        assertThat(next("down")).isEqualTo(-10001);
        assertThat(item(raised, "short").path("exhausted").asBoolean()).isTrue();
        assertThat(node.call("POST", "/v1/sequences/short/next", "").status()).isEqualTo(409);
        assertThat(node.call("POST", "/v1/sequences/round/next", "").text()).contains("\"value\":\"1\"", "\"lap\":101");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"all\":true}",
                "{\"all\":true,\"by\":-1}",
                "{\"all\":true,\"by\":1,\"name\":\"x\"}",
                "{\"name\":\"x\"}",
                "{\"name\":\"x\",\"atLeast\":1,\"by\":1}",
                "{\"all\":true,\"by\":1,\"cursor\":\"***\"}",
                "{\"everything\":true}"
            })
    void raise_badRequest_isRefused(String body) {
        assertThat(raise(body).text()).contains("\"code\":\"invalid-request\"");
    }

    @Test
    void compact_anAge_isTakenOn() {
        LiveNode.Answer answer = node.call("POST", "/v1/admin/compact", "{\"olderThan\":\"P30D\"}");

        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.text()).isEqualTo("{\"olderThan\":\"PT720H\",\"started\":true}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"olderThan\":\"-P1D\"}", "{\"olderThan\":\"30 days\"}", "{\"olderThan\":30}"})
    void compact_noAge_isRefused(String body) {
        assertThat(node.call("POST", "/v1/admin/compact", body).text()).contains("\"code\":\"invalid-request\"");
    }

    @Test
    void raise_unknownOrBeyondTheBounds_isRefused() {
        create("low", "{\"max\":\"100\"}");

        assertThat(raise("{\"name\":\"nowhere\",\"atLeast\":1}").text()).contains("\"code\":\"unknown-sequence\"");
        assertThat(raise("{\"name\":\"low\",\"atLeast\":101}").text())
                .contains("\"sqlState\":\"22003\"", "out of bounds");
    }
}
