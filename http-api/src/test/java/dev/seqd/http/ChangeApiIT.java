package dev.seqd.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.seqd.http.LiveNode.Answer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sequences that change while they are used: a lone caller sees what PostgreSQL would show. */
class ChangeApiIT {
    @TempDir
    private static Path data;

    private static LiveNode node;

    private String path;

    @BeforeAll
    static void start() {
        node = LiveNode.start(data);
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @BeforeEach
    void ownSequence(TestInfo test) {
        path = "/v1/sequences/" + test.getTestMethod().orElseThrow().getName()
                + test.getDisplayName().replaceAll("[^0-9]", "");
    }

    private static JsonNode ok(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isBetween(200, 204);
        return answer.json();
    }

    private static void refused(Answer answer, int status, String code, String sqlState) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.json().path("code").asText()).isEqualTo(code);
        assertThat(answer.json().path("sqlState").asText()).isEqualTo(sqlState);
    }

    private void create(String definition) {
        ok(node.call("PUT", path, definition));
    }

    private long next() {
        return ok(node.call("POST", path + "/next", "")).path("value").asLong();
    }

    private JsonNode change(String verb, String body) {
        return ok(node.call("POST", path + "/" + verb, body));
    }

    private long epoch() {
        return ok(node.call("GET", path, "")).path("state").path("epoch").asLong();
    }

    @Test
    void alter_increment_nextIsOneNewStepBeyondTheLastValue() {
        create("{}");
        assertThat(next()).isEqualTo(1);
        assertThat(next()).isEqualTo(2);
        ok(node.call("PATCH", path, "{\"increment\":10}"));
        assertThat(next()).isEqualTo(12);
        assertThat(epoch()).isEqualTo(1);
    }

    @Test
    void alter_maxJustAboveTheLastValue_isAccepted() {
        create("{}");
        assertThat(next()).isEqualTo(1);
        ok(node.call("PATCH", path, "{\"max\":\"2\"}"));
        assertThat(next()).isEqualTo(2);
        refused(node.call("POST", path + "/next", ""), 409, "exhausted", "2200H");
        ok(node.call("PATCH", path, "{\"max\":null}"));
        assertThat(next()).isEqualTo(3);
    }

    @Test
    void alter_direction_needsAllowReuseAndBeginsAnEpoch() {
        create("{\"min\":\"-100\",\"start\":\"0\"}");
        assertThat(next()).isZero();
        assertThat(next()).isEqualTo(1);
        refused(node.call("PATCH", path, "{\"increment\":-1}"), 409, "would-reuse", "");
        ok(node.call("PATCH", path, "{\"increment\":-1,\"allowReuse\":true}"));
        assertThat(next()).isZero();
        assertThat(epoch()).isEqualTo(2);
    }

    @Test
    void restart_backwards_needsAllowReuse() {
        create("{\"start\":\"5\"}");
        assertThat(next()).isEqualTo(5);
        assertThat(next()).isEqualTo(6);
        refused(node.call("POST", path + "/restart", "{}"), 409, "would-reuse", "");
        assertThat(next()).isEqualTo(7);
        assertThat(change("restart", "{\"allowReuse\":true}")
                        .path("state")
                        .path("next")
                        .asText())
                .isEqualTo("5");
        assertThat(next()).isEqualTo(5);
        assertThat(epoch()).isEqualTo(2);
    }

    @Test
    void restart_forwards_keepsTheEpoch() {
        create("{}");
        assertThat(next()).isEqualTo(1);
        change("restart", "{\"with\":\"1000\"}");
        assertThat(next()).isEqualTo(1000);
        assertThat(epoch()).isEqualTo(1);
        refused(node.call("POST", path + "/restart", "{\"with\":\"0\"}"), 422, "invalid-definition", "22023");
    }

    @ParameterizedTest
    @CsvSource({"true, 101", "false, 100"})
    void setval_forwards_countsFromThere(boolean called, long next) {
        create("{}");
        assertThat(next()).isEqualTo(1);
        change("setval", "{\"value\":\"100\",\"isCalled\":" + called + "}");
        assertThat(next()).isEqualTo(next);
        assertThat(next()).isEqualTo(next + 1);
    }

    @Test
    void setval_backwardsBehindWhatWasGiven_needsAllowReuse() {
        create("{\"max\":\"1000\"}");
        assertThat(next()).isEqualTo(1);
        change("setval", "{\"value\":500}");
        change("setval", "{\"value\":1}");
        assertThat(next()).isEqualTo(2);
        refused(node.call("POST", path + "/setval", "{\"value\":1}"), 409, "would-reuse", "");
        change("setval", "{\"value\":1,\"allowReuse\":true}");
        assertThat(next()).isEqualTo(2);
        assertThat(epoch()).isEqualTo(2);
    }

    @Test
    void setval_outsideTheBounds_postgresText() {
        create("{\"max\":\"1000\"}");
        Answer answer = node.call("POST", path + "/setval", "{\"value\":1001}");
        refused(answer, 422, "invalid-definition", "22003");
        assertThat(answer.json().path("detail").asText())
                .isEqualTo("setval: value 1001 is out of bounds for sequence \"setval_outsideTheBounds_postgresText\""
                        + " (1..1000)");
        refused(node.call("POST", path + "/setval", "{}"), 400, "invalid-request", "");
    }

    @Test
    void drop_andCreateAgain_beyondNeedsNothingAndBackNeedsAllowReuse() {
        create("{}");
        assertThat(next()).isEqualTo(1);
        assertThat(next()).isEqualTo(2);
        assertThat(node.call("DELETE", path, "").status()).isEqualTo(204);
        refused(node.call("PUT", path, "{\"start\":\"2\"}"), 409, "would-reuse", "");
        create("{\"start\":\"3\"}");
        assertThat(next()).isEqualTo(3);
        assertThat(epoch()).isEqualTo(1);
        assertThat(node.call("DELETE", path, "").status()).isEqualTo(204);
        create("{\"allowReuse\":true}");
        assertThat(next()).isEqualTo(1);
        assertThat(epoch()).isEqualTo(2);
    }

    @Test
    void cycle_lastValueWithoutItsLap_goesOnInTheNextLap() {
        create("{\"max\":\"3\",\"cycle\":true}");
        for (long value = 1; value <= 3; value++) {
            assertThat(next()).isEqualTo(value);
        }
        JsonNode answer = ok(node.call("POST", path + "/next?after=3&epoch=1", ""));
        assertThat(answer.path("value").asText()).isEqualTo("1");
        assertThat(answer.path("lap").asLong()).isEqualTo(2);
        assertThat(ok(node.call("POST", path + "/next?after=3", ""))
                        .path("value")
                        .asText())
                .isEqualTo("2");
    }

    @Test
    void strict_valuesOneByOne_eachJournaledAndNothingHeld() {
        create("{\"order\":\"strict\"}");
        assertThat(next()).isEqualTo(1);
        JsonNode state = ok(node.call("GET", path, "")).path("state");
        assertThat(state.path("highWater").asText()).isEqualTo("1");
        JsonNode first = ok(node.call("POST", path + "/blocks", "{\"count\":500,\"client\":\"c\"}"));
        assertThat(first.path("count").asLong()).isEqualTo(1);
        assertThat(first.path("cacheable").asBoolean()).isFalse();
        JsonNode later =
                ok(node.call("POST", path + "/blocks", "{\"count\":64,\"client\":\"c\",\"after\":\"2\",\"epoch\":1}"));
        assertThat(later.path("first").asText() + ".." + later.path("last").asText())
                .isEqualTo("3..66");
        ok(node.call("PATCH", path, "{\"order\":\"cached\",\"allowReuse\":true}"));
        assertThat(next()).isEqualTo(67);
        assertThat(epoch()).isEqualTo(2);
    }

    @Test
    void sizing_liveCounter_isObeyedFromTheNextBlockOn() {
        create("{}");
        assertThat(next()).isEqualTo(1);
        JsonNode sizing = ok(node.call("PATCH", path, "{\"sizing\":{\"clientMax\":7,\"bufferSeconds\":\"5\"}}"))
                .path("definition")
                .path("sizing");
        assertThat(sizing.path("clientMax").asText()).isEqualTo("7");
        assertThat(sizing.path("nodeMax").isNull()).isTrue();
        org.awaitility.Awaitility.await()
                .until(() -> ok(node.call("POST", path + "/blocks", "{\"count\":500}"))
                                .path("count")
                                .asLong()
                        == 7);
        Answer refused = node.call("PATCH", path, "{\"sizing\":{\"nodeMax\":0}}");
        refused(refused, 422, "invalid-definition", "");
        assertThat(refused.json().path("detail").asText()).isEqualTo("'sizing.nodeMax' must be at least 1, not 0");
        refused(node.call("PATCH", path, "{\"sizing\":{\"nodeMin\":1}}"), 400, "invalid-request", "");
    }
}
