package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonObjectTest {
    @Test
    void parse_plainFields_givesTheirValues() {
        JsonObject json = parse(" { \"s\" : \"x\" ,\n\"i\":-42,\"t\":true,\"f\":false,\t\"n\":null,\"z\":0 }\r\n");

        assertThat(json.string("s")).isEqualTo("x");
        assertThat(json.integer("i")).isEqualTo(-42);
        assertThat(json.integer("z")).isZero();
        assertThat(json.bool("t")).isTrue();
        assertThat(json.bool("f")).isFalse();
        assertThat(json.isTrue("t")).isTrue();
        assertThat(json.isTrue("missing")).isFalse();
        assertThat(json.stringOrNull("n")).isNull();
    }

    @Test
    void parse_escapes_areDecoded() {
        JsonObject json = parse("{\"s\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e4\\u20AC\\ud83d\\ude00ä😀\"}");

        assertThat(json.string("s")).isEqualTo("\"\\/\b\f\n\r\tä€😀ä😀");
    }

    @Test
    void parse_endsOfLong_areExact() {
        JsonObject json =
                parse("{\"a\":9223372036854775807,\"b\":-9223372036854775808,\"c\":\"-9223372036854775808\"}");

        assertThat(json.integer("a")).isEqualTo(Long.MAX_VALUE);
        assertThat(json.integer("b")).isEqualTo(Long.MIN_VALUE);
        assertThat(json.decimal("c")).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void parse_beyondDoublePrecision_isExact() {
        JsonObject json = parse("{\"a\":\"653247040368672768\",\"b\":9007199254740993}");

        assertThat(json.decimal("a")).isEqualTo(653_247_040_368_672_768L);
        assertThat(json.integer("b")).isEqualTo(9_007_199_254_740_993L);
    }

    @Test
    void parse_nestedValues_areSkipped() {
        JsonObject json =
                parse("{\"o\":{\"a\":[1,{\"b\":[]},\"]}\"],\"i\":7},\"l\":[[],[1.5e3,null]],\"e\":{},\"i\":1}");

        assertThat(json.integer("i")).isEqualTo(1);
        assertThatThrownBy(() -> json.string("o")).isInstanceOf(BadAnswerException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.0", "1e2", "9223372036854775808", "-9223372036854775809", "\"1\"", "true", "null", "{}"})
    void integer_somethingElse_isRefused(String value) {
        JsonObject json = parse("{\"i\":" + value + "}");

        assertThatThrownBy(() -> json.integer("i")).isInstanceOf(BadAnswerException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"+1\"",
                "\"01\"",
                "\"-0\"",
                "\" 1\"",
                "\"\"",
                "\"1.0\"",
                "\"٣\"",
                "\"9223372036854775808\"",
                "1"
            })
    void decimal_somethingElse_isRefused(String value) {
        JsonObject json = parse("{\"d\":" + value + "}");

        assertThatThrownBy(() -> json.decimal("d")).isInstanceOf(BadAnswerException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                "[]",
                "\"x\"",
                "1",
                "{",
                "{}}",
                "{} x",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{,}",
                "{a:1}",
                "{'a':1}",
                "{\"a\":1 \"b\":2}",
                "{\"a\":1,\"a\":2}",
                "{\"a\":01}",
                "{\"a\":-}",
                "{\"a\":+1}",
                "{\"a\":.5}",
                "{\"a\":1.}",
                "{\"a\":1e}",
                "{\"a\":NaN}",
                "{\"a\":tru}",
                "{\"a\":nul",
                "{\"a\":\"x}",
                "{\"a\":\"\\x\"}",
                "{\"a\":\"\\u12\"}",
                "{\"a\":\"\\u12g4\"}",
                "{\"a\":\"\\ud800\"}",
                "{\"a\":\"\\ude00\\ud83d\"}",
                "{\"a\":\"\n\"}",
                "{\"a\":\"\u0000\"}",
                "{\"a\":[1,]}",
                "{\"a\":[1 2]}",
                "{\"a\":[}",
                "{\"a\":{\"b\":1,\"b\":1}}",
                "\ufeff{}",
                "<html><body>It works!</body></html>",
            })
    void parse_malformed_isRefused(String text) {
        assertThatThrownBy(() -> parse(text)).isInstanceOf(BadAnswerException.class);
    }

    @Test
    void parse_notUtf8_isRefused() {
        byte[] overlong = {'{', '"', (byte) 0xC0, (byte) 0x80, '"', ':', '1', '}'};
        byte[] utf16 = "{}".getBytes(StandardCharsets.UTF_16);

        assertThatThrownBy(() -> JsonObject.parse(overlong)).isInstanceOf(BadAnswerException.class);
        assertThatThrownBy(() -> JsonObject.parse(utf16)).isInstanceOf(BadAnswerException.class);
    }

    @Test
    void parse_tooDeep_isRefusedWithoutOverflow() {
        assertThatThrownBy(() -> parse("{\"a\":" + "[".repeat(30_000))).isInstanceOf(BadAnswerException.class);
        assertThatThrownBy(() -> parse("{\"a\":".repeat(10_000))).isInstanceOf(BadAnswerException.class);
        assertThat(parse("{\"a\":" + "[".repeat(15) + "]".repeat(15) + ",\"i\":1}")
                        .integer("i"))
                .isEqualTo(1);
    }

    @Test
    void parse_veryLongNumber_isNoInteger() {
        JsonObject json = parse("{\"a\":" + "1".repeat(60_000) + "}");

        assertThatThrownBy(() -> json.integer("a")).isInstanceOf(BadAnswerException.class);
    }

    private static JsonObject parse(String text) {
        return JsonObject.parse(text.getBytes(StandardCharsets.UTF_8));
    }
}
