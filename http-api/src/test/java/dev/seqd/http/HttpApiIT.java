package dev.seqd.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.seqd.http.LiveNode.Answer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpApiIT {
    private static final AtomicInteger NAMES = new AtomicInteger();

    @TempDir
    static Path directory;

    private static LiveNode node;

    @BeforeAll
    static void start() {
        node = LiveNode.start(directory.resolve("data"));
    }

    @AfterAll
    static void end() {
        node.close();
    }

    /** The path of a sequence that was just created. */
    private static String created(String definition) {
        String path = "/v1/sequences/s" + NAMES.incrementAndGet();
        assertThat(node.call("PUT", path, definition).status()).isEqualTo(201);
        return path;
    }

    private static long next(String path) {
        Answer answer = node.call("POST", path + "/next", "");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json().path("value").asLong();
    }

    private static void refused(Answer answer, int status, String code) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.json().path("code").asText()).isEqualTo(code);
        assertThat(answer.json().path("type").asText()).isEqualTo("urn:seqd:error:" + code);
        assertThat(answer.json().path("status").asInt()).isEqualTo(status);
        assertThat(answer.json().path("traceId").asText()).hasSize(16);
        assertThat(answer.response().headers().firstValue("content-type").orElse(""))
                .startsWith("application/problem+json");
    }

    @Test
    void put_newThenSameThenOther_createdThenOkThenConflict() {
        String path = created("{\"start\":\"1001\"}");
        Answer same = node.call("PUT", path, "{\"start\":1001}");
        assertThat(same.status()).isEqualTo(200);
        assertThat(same.json().path("definition").path("start").asText()).isEqualTo("1001");
        Answer other = node.call("PUT", path, "{\"start\":1002}");
        refused(other, 409, "sequence-exists");
        assertThat(other.json().path("sqlState").asText()).isEqualTo("42P07");
        refused(node.call("PUT", path, "{\"start\":1001}", "If-None-Match", "*"), 412, "precondition-failed");
    }

    @Test
    void next_loneCaller_startThenStepByStep() {
        String path = created("{\"start\":\"1001\",\"increment\":\"5\"}");
        List<Long> values = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            values.add(next(path));
        }
        assertThat(values)
                .startsWith(1001L, 1006L, 1011L)
                .doesNotHaveDuplicates()
                .isSorted();
        assertThat(values.get(299)).isEqualTo(1001 + 299 * 5);
    }

    @Test
    void next_acceptText_bareNumber() {
        Answer answer = node.call("POST", created("{}") + "/next", "", "Accept", "text/plain");
        assertThat(answer.text()).isEqualTo("1\n");
        assertThat(answer.response().headers().firstValue("cache-control")).hasValue("no-store");
    }

    @Test
    void next_increment10Max95_endsAt91ThenExhausted() {
        String path = created("{\"increment\":10,\"max\":95}");
        for (long expected = 1; expected <= 91; expected += 10) {
            assertThat(next(path)).isEqualTo(expected);
        }
        for (int i = 0; i < 3; i++) {
            Answer answer = node.call("POST", path + "/next", "");
            refused(answer, 409, "exhausted");
            assertThat(answer.json().path("sqlState").asText()).isEqualTo("2200H");
            assertThat(answer.json().path("definite").asBoolean()).isTrue();
        }
        assertThat(node.call("PATCH", path, "{\"max\":\"101\"}").status()).isEqualTo(200);
        assertThat(next(path)).isEqualTo(101);
    }

    @Test
    void next_cycle_wrapsToMinAndBeginsTheNextLap() {
        String path = created("{\"start\":2,\"max\":3,\"cycle\":true}");
        assertThat(List.of(next(path), next(path), next(path))).containsExactly(2L, 3L, 1L);
        assertThat(node.call("GET", path, "").json().path("state").path("lap").asInt())
                .isEqualTo(2);
    }

    @Test
    void next_beyond2To53_exactAsString() {
        String path = created("{\"start\":\"9007199254740993\"}");
        assertThat(node.call("POST", path + "/next", "").text()).contains("\"value\":\"9007199254740993\"");
    }

    @Test
    void next_atTheEndOf64Bits_lastValuesThenExhausted() {
        String up = created("{\"start\":\"9223372036854775805\"}");
        assertThat(List.of(next(up), next(up), next(up))).endsWith(Long.MAX_VALUE);
        refused(node.call("POST", up + "/next", ""), 409, "exhausted");
        String down = created("{\"increment\":-1,\"start\":\"-9223372036854775806\"}");
        assertThat(List.of(next(down), next(down), next(down))).endsWith(Long.MIN_VALUE);
        refused(node.call("POST", down + "/next", ""), 409, "exhausted");
    }

    @Test
    void blocks_manyCallers_neverOverlapAndKeepTheirCount() {
        String path = created("{}");
        long previous = 0;
        for (int i = 0; i < 50; i++) {
            JsonNode block =
                    node.call("POST", path + "/blocks", "{\"count\":100}").json();
            long first = block.path("first").asLong();
            assertThat(first).isGreaterThan(previous);
            assertThat(block.path("last").asLong())
                    .isEqualTo(first + block.path("count").asLong() - 1);
            assertThat(block.path("cacheable").asBoolean()).isTrue();
            previous = block.path("last").asLong();
        }
    }

    @Test
    void blocks_after_liesBeyondAndLeavesTheRestForOthers() {
        String path = created("{}");
        assertThat(next(path)).isEqualTo(1);
        JsonNode far = node.call("POST", path + "/blocks", "{\"count\":3,\"after\":\"40\",\"epoch\":1,\"lap\":1}")
                .json();
        assertThat(far.path("first").asLong()).isEqualTo(41);
        assertThat(next(path)).isEqualTo(2);
        long beyondAll = node.call("POST", path + "/next?after=100000&epoch=1&lap=1", "")
                .json()
                .path("value")
                .asLong();
        assertThat(beyondAll).isEqualTo(100_001);
    }

    @Test
    void next_afterBeyondTheMark_believedOnlyWithEpochAndWithinTheLimit() {
        String path = created("{}");
        assertThat(next(path)).isEqualTo(1);
        refused(node.call("POST", path + "/next?after=5000000", ""), 409, "beyond-mark");
        refused(node.call("POST", path + "/next?after=5000000&epoch=1", ""), 409, "beyond-mark");
        refused(node.call("POST", path + "/next?after=5&epoch=2", ""), 409, "beyond-mark");
        assertThat(next(path)).isLessThan(5_000_000L);
    }

    @Test
    void patch_staleVersion_preconditionFailed() {
        String path = created("{}");
        String etag = node.call("GET", path, "")
                .response()
                .headers()
                .firstValue("etag")
                .orElseThrow();
        assertThat(node.call("PATCH", path, "{\"max\":\"500\"}", "If-Match", etag)
                        .status())
                .isEqualTo(200);
        refused(node.call("PATCH", path, "{\"max\":\"600\"}", "If-Match", etag), 412, "precondition-failed");
    }

    @Test
    void patch_turnOfDirection_wouldReuse() {
        String path = created("{\"min\":\"-100\"}");
        assertThat(next(path)).isEqualTo(-100);
        refused(node.call("PATCH", path, "{\"increment\":-1}"), 409, "would-reuse");
    }

    @Test
    void delete_thenCreateAgain_onlyBeyondWhatWasGiven() {
        String path = created("{}");
        long last = next(path);
        assertThat(node.call("DELETE", path, "").status()).isEqualTo(204);
        refused(node.call("POST", path + "/next", ""), 404, "unknown-sequence");
        refused(node.call("PUT", path, "{}"), 409, "would-reuse");
        assertThat(node.call("PUT", path, "{\"start\":\"1000000\"}").status()).isEqualTo(201);
        assertThat(next(path)).isEqualTo(1_000_000).isGreaterThan(last);
    }

    @Test
    void list_prefixAndCursor_walksAllInOrder() {
        for (int i = 0; i < 5; i++) {
            assertThat(node.call("PUT", "/v1/sequences/list:" + i, "{}").status())
                    .isEqualTo(201);
        }
        List<String> names = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = node.call("GET", "/v1/sequences?prefix=list:&limit=2" + cursor, "")
                    .json();
            page.path("items").forEach(item -> names.add(item.path("name").asText()));
            cursor = page.path("nextCursor").isNull()
                    ? ""
                    : "&cursor=" + page.path("nextCursor").asText();
        } while (!cursor.isEmpty());
        assertThat(names).containsExactly("list:0", "list:1", "list:2", "list:3", "list:4");
    }

    @Test
    void cluster_oneNode_isUpWithItsEndpoint() {
        JsonNode members = node.call("GET", "/v1/cluster", "").json().path("members");
        assertThat(members).hasSize(1);
        assertThat(members.get(0).path("state").asText()).isEqualTo("up");
        assertThat(members.get(0).path("httpEndpoint").asText()).isEqualTo(node.endpoint());
    }

    @Test
    void unknownName_everyCall_404AndNothingJournaled() {
        long before = node.events();
        for (String call : List.of("/next", "/blocks")) {
            Answer answer = node.call("POST", "/v1/sequences/never" + call, "{\"count\":1}");
            refused(answer, 404, "unknown-sequence");
            assertThat(answer.json().path("detail").asText()).isEqualTo("relation \"never\" does not exist");
            assertThat(answer.json().path("sqlState").asText()).isEqualTo("42P01");
        }
        refused(node.call("GET", "/v1/sequences/never", ""), 404, "unknown-sequence");
        refused(node.call("PATCH", "/v1/sequences/never", "{}"), 404, "unknown-sequence");
        refused(node.call("DELETE", "/v1/sequences/never", ""), 404, "unknown-sequence");
        assertThat(node.events()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%20",
                "a%20b",
                ".hidden",
                "..%2Fa",
                "a%2Fb",
                "a%00b",
                "a%7Cb",
                "x'",
                "%3Cscript%3E",
                "a%0Ab",
                "e%CC%81",
                "a%25b",
                "%F0%9F%98%80",
                "a%E2%80%AEb",
                "a*"
            })
    void badName_everyCall_400WithTheRule(String name) {
        for (String call : List.of("/next", "/blocks")) {
            Answer answer = node.call("POST", "/v1/sequences/" + name + call, "{\"count\":1}");
            refused(answer, 400, "invalid-name");
            assertThat(answer.json().path("detail").asText()).startsWith("a sequence name ");
        }
        refused(node.call("PUT", "/v1/sequences/" + name, "{}"), 400, "invalid-name");
    }

    @Test
    void longName_atAndBeyondTheLimit_takenAndRefused() {
        String longest = "n".repeat(200);
        assertThat(node.call("PUT", "/v1/sequences/" + longest, "{}").status()).isEqualTo(201);
        refused(node.call("PUT", "/v1/sequences/" + longest + "n", "{}"), 400, "invalid-name");
        assertThat(next("/v1/sequences/" + longest)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-1",
                "1.5",
                "1e3",
                "\"10\"",
                "null",
                "2147483648",
                "9223372036854775807",
                "9223372036854775808",
                "NaN",
                "true",
                "[1]",
                "{}",
                "1000000000000000000000000000000000000000000000000"
            })
    void badCount_400AndNothingJournaled(String count) {
        String path = created("{}");
        long before = node.events();
        refused(node.call("POST", path + "/blocks", "{\"count\":" + count + "}"), 400, "invalid-request");
        assertThat(node.events()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "null",
                "7",
                "\"x\"",
                "{",
                "{\"count\":1}{}",
                "{\"count\":1,\"count\":2}",
                "{\"count\":1,\"idempotencyKey\":\"x\"}",
                "{\"after\":\"1\"}",
                "{\"count\":1,\"after\":\"x\"}",
                "{\"count\":1,\"epoch\":0,\"after\":1}",
                ""
            })
    void badBody_400(String body) {
        refused(node.call("POST", created("{}") + "/blocks", body), 400, "invalid-request");
    }

    @ParameterizedTest
    @ValueSource(strings = {"strict", "ORDER", "with", "namespace"})
    void unknownField_refused(String field) {
        Answer answer = node.call("PUT", "/v1/sequences/unknownField", "{\"" + field + "\":true}");
        refused(answer, 400, "invalid-request");
        assertThat(answer.json().path("detail").asText()).contains("unknown field '" + field + "'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"increment\":0}                | 22023 | INCREMENT must not be zero",
                "{\"min\":5,\"max\":5}            | 22023 | MINVALUE (5) must be less than MAXVALUE (5)",
                "{\"type\":\"smallint\",\"max\":40000} | 22023 | MAXVALUE (40000) is out of range for sequence data type smallint",
                "{\"start\":0}                    | 22023 | START value (0) cannot be less than MINVALUE (1)",
                "{\"cache\":0}                    | 22023 | CACHE (0) must be greater than zero",
                "{\"start\":\"1.5\"}              | 22P02 | invalid input syntax for type bigint: \"1.5\"",
                "{\"max\":9223372036854775808}    | 22003 | value \"9223372036854775808\" is out of range for type bigint",
                "{\"type\":\"text\"}              | 22023 | sequence type must be smallint, integer, or bigint"
            })
    void badDefinition_422WithPostgresText(String body, String sqlState, String text) {
        Answer answer = node.call("PUT", "/v1/sequences/bad", body);
        refused(answer, 422, "invalid-definition");
        assertThat(answer.json().path("sqlState").asText()).isEqualTo(sqlState);
        assertThat(answer.json().path("detail").asText()).isEqualTo(text);
    }

    @Test
    void bodyOver64KiB_413() {
        String body = "{\"client\":\"" + "x".repeat(65_536) + "\"}";
        refused(node.call("POST", created("{}") + "/blocks", body), 413, "payload-too-large");
        refused(node.call("PUT", "/v1/sequences/large", body), 413, "payload-too-large");
    }

    @Test
    void wrongPathOrMethod_problemWithItsStatus() {
        assertThat(node.call("GET", "/v2/nothing", "").status()).isEqualTo(404);
        Answer wrongMethod = node.call("GET", created("{}") + "/next", "");
        assertThat(wrongMethod.status()).isEqualTo(405);
        assertThat(wrongMethod.json().path("type").asText()).isEqualTo("about:blank");
    }

    @Test
    void health_and_metrics_answer() {
        assertThat(node.call("GET", "/health/live", "").status()).isEqualTo(200);
        assertThat(node.call("GET", "/health/ready", "").status()).isEqualTo(200);
        String path = created("{}");
        assertThat(next(path)).isEqualTo(1);
        assertThat(node.call("GET", "/metrics", "").text())
                .contains("seqd_journal_writes_total")
                .contains("seqd_blocks_granted_total");
    }
}
