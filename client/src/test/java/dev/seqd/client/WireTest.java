package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.seqd.core.Block;
import dev.seqd.core.Position;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class WireTest {
    private static final URI NODE = URI.create("http://node:8080");
    private static final String PROBLEM = "application/problem+json; charset=utf-8";

    @ParameterizedTest
    @CsvSource({
        "orders_seq, orders_seq",
        "a.b-c~, a.b-c~",
        "ns:a$b#c@d, ns%3Aa%24b%23c%40d",
        "größe, gr%C3%B6%C3%9Fe",
        "序列😀, %E5%BA%8F%E5%88%97%F0%9F%98%80",
    })
    void blocks_anyName_isEncoded(String name, String encoded) {
        assertThat(Wire.blocks(NODE, name))
                .isEqualTo(URI.create("http://node:8080/v1/sequences/" + encoded + "/blocks"));
    }

    @Test
    void body_first_hasCountAndClientOnly() {
        assertThat(Wire.body(new BlockRequest("s", 10, null, "orders-7f")))
                .isEqualTo("{\"count\":10,\"client\":\"orders-7f\"}");
    }

    @Test
    void body_later_saysWhereToGoOn() {
        assertThat(Wire.body(new BlockRequest("s", 500, new Position(3, 2, Long.MIN_VALUE), "c")))
                .isEqualTo("{\"count\":500,\"after\":\"-9223372036854775808\",\"epoch\":3,\"lap\":2,\"client\":\"c\"}");
    }

    @Test
    void grant_blockOfTheApi_isRead() throws IOException {
        Grant grant = Wire.grant(200, "application/json", bytes(block("", "")));

        assertThat(grant).isEqualTo(new Grant("orders_seq", new Block(1001, 1, 500, 1, 1), true, 500));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"first\":\"1001\"|\"first\":\"1501\"", // first beyond last
                "\"last\":\"1500\"|\"last\":\"1499\"", // one value less than counted
                "\"count\":500|\"count\":501",
                "\"count\":500|\"count\":0",
                "\"count\":500|\"count\":-500",
                "\"count\":500|\"count\":\"500\"",
                "\"increment\":\"1\"|\"increment\":\"0\"",
                "\"increment\":\"1\"|\"increment\":\"-1\"",
                "\"increment\":\"1\"|\"increment\":\"2\"",
                "\"increment\":\"1\"|\"increment\":1",
                "\"epoch\":1|\"epoch\":0",
                "\"lap\":1|\"lap\":-1",
                "\"last\":\"1500\"|\"last\":\"9223372036854775808\"",
                "\"sequence\":\"orders_seq\",|",
                "\"cacheable\":true|\"cacheable\":\"true\"",
                "\"suggestedCount\":500|\"suggestedCount\":null",
            })
    void grant_malformedBlock_isRefused(String field, String instead) {
        byte[] body = bytes(block(field, instead == null ? "" : instead));

        assertThatThrownBy(() -> Wire.grant(200, "application/json", body)).isInstanceOf(BadAnswerException.class);
    }

    @Test
    void grant_blockOfAllLongs_isRefused() {
        byte[] body = bytes("{\"sequence\":\"s\",\"first\":\"-9223372036854775808\",\"last\":\"9223372036854775807\","
                + "\"increment\":\"1\",\"count\":0,\"epoch\":1,\"lap\":1,\"cacheable\":true,\"suggestedCount\":1}");

        assertThatThrownBy(() -> Wire.grant(200, "", body)).isInstanceOf(BadAnswerException.class);
    }

    @Test
    void grant_html_isRefused() {
        assertThatThrownBy(() -> Wire.grant(200, "text/html", bytes("<html>It works!</html>")))
                .isInstanceOf(BadAnswerException.class);
    }

    @ParameterizedTest
    @EnumSource(SeqdError.class)
    void grant_problem_isThatError(SeqdError error) {
        byte[] body = bytes("{\"type\":\"urn:seqd:error:" + error.code() + "\",\"status\":" + error.httpStatus()
                + ",\"code\":\"" + error.code() + "\",\"detail\":\"why\",\"sqlState\":\"2200H\",\"traceId\":null}");

        assertThatThrownBy(() -> Wire.grant(error.httpStatus(), PROBLEM, body))
                .isInstanceOfSatisfying(SeqdException.class, e -> {
                    assertThat(e.error()).isEqualTo(error);
                    assertThat(e.detail()).isEqualTo("why");
                    assertThat(e.sqlState()).isEqualTo("2200H");
                });
    }

    @Test
    void grant_unauthorisedByAProxy_isOfTheClient() {
        assertThatThrownBy(() -> Wire.grant(401, "text/html", bytes("<h1>Who are you?</h1>")))
                .satisfies(e -> assertThat(Outage.isOfClient(e)).isTrue());
    }

    @Test
    void members_whereNobodyTells_areNone() throws IOException {
        assertThat(Wire.members(404, bytes("<h1>Not here</h1>"))).isEmpty();
        assertThatThrownBy(() -> Wire.members(503, bytes(""))).isInstanceOf(IOException.class);
    }

    @Test
    void members_ofACluster_areThoseThatAreUpAndServe() throws IOException {
        byte[] body =
                bytes("{\"members\":[{\"id\":\"1\",\"state\":\"up\",\"httpEndpoint\":\"http://n1:8080\",\"roles\":[]},"
                        + "{\"id\":\"2\",\"state\":\"unreachable\",\"httpEndpoint\":\"http://n2:8080\"},"
                        + "{\"id\":\"3\",\"state\":\"up\",\"httpEndpoint\":null}, 7,"
                        + "{\"id\":\"4\",\"state\":\"up\",\"httpEndpoint\":\"file:///etc/passwd\"},"
                        + "{\"state\":\"up\",\"httpEndpoint\":\"http://n5\"}]}");

        assertThat(Wire.members(200, body)).containsExactly(new Member("1", URI.create("http://n1:8080")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "{\"members\":{}}"})
    void members_malformed_areNotBelieved(String body) {
        assertThatThrownBy(() -> Wire.members(200, bytes(body))).isInstanceOf(BadAnswerException.class);
    }

    @Test
    void grant_definiteProblemOfLaterTimes_isDefinite() {
        byte[] body = bytes("{\"code\":\"too-late\",\"detail\":\"no more\",\"definite\":true,\"retryable\":false}");

        assertThatThrownBy(() -> Wire.grant(410, PROBLEM, body))
                .isInstanceOfSatisfying(
                        SeqdException.class,
                        e -> assertThat(Outage.isRefusal(e)).isTrue())
                .hasMessage("too-late: no more");
    }

    @ParameterizedTest
    @CsvSource({
        "404, text/html, <html>",
        "404, application/json, '{\"code\":\"unknown-sequence\"}'", // something else than a node
        "500, application/problem+json, '{\"code\":\"unknown-sequence\"}'", // contradicts itself
        "500, application/problem+json, '{\"code\":\"odd\",\"definite\":true}'",
        "403, application/problem+json, '{\"code\":\"odd\",\"definite\":true,\"retryable\":true}'",
        "503, '', ''",
        "302, text/html, ''",
        "204, '', ''",
    })
    void grant_otherAnswers_areFailures(int status, String contentType, String body) {
        assertThatThrownBy(() -> Wire.grant(status, contentType, bytes(body)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("HTTP status " + status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "[]", "{\"code\":1}"})
    void grant_problemWithoutCode_isNotBelieved(String body) {
        assertThatThrownBy(() -> Wire.grant(404, PROBLEM, bytes(body))).isInstanceOf(BadAnswerException.class);
    }

    @Test
    void grant_problemWithControlCharacters_showsOneShortLine() {
        byte[] body = bytes("{\"code\":\"exhausted\",\"detail\":\"a\\r\\nFAKE\\u202eLINE" + "x".repeat(1000) + "\"}");

        assertThatThrownBy(() -> Wire.grant(409, PROBLEM, body))
                .hasMessageStartingWith("a??FAKE?LINE")
                .satisfies(e -> assertThat(e.getMessage().length()).isLessThan(510));
    }

    private static String block(String field, String instead) {
        String block = "{\"id\":\"n1-7\",\"sequence\":\"orders_seq\",\"first\":\"1001\",\"last\":\"1500\","
                + "\"increment\":\"1\",\"count\":500,\"epoch\":1,\"lap\":1,\"cacheable\":true,\"suggestedCount\":500}";
        assertThat(block).contains(field);
        return block.replace(field, instead);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
