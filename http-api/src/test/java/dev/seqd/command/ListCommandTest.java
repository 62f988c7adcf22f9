package dev.seqd.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ListCommandTest extends CommandTest {
    private static final String LAST = "null";

    @Test
    void list_severalPages_followsTheCursorToTheEnd() {
        service.answer(200, page(0, 3, "\"c/1\""))
                .answer(200, page(3, 2, "\"c2\""))
                .answer(200, page(5, 0, LAST));

        assertThat(seqd.run("list", "s")).as(seqd::err).isZero();

        assertThat(service.requests)
                .containsExactly(
                        "GET /v1/sequences?limit=1000&prefix=s",
                        "GET /v1/sequences?limit=1000&prefix=s&cursor=c%2F1",
                        "GET /v1/sequences?limit=1000&prefix=s&cursor=c2");
        assertThat(seqd.out().lines()).hasSize(6);
    }

    @Test
    void list_limit_asksForNoMore() {
        service.answer(200, page(0, 1000, "\"c\"")).answer(200, page(1000, 500, "\"d\""));

        assertThat(seqd.run("list", "--limit", "1500")).as(seqd::err).isZero();

        assertThat(service.requests)
                .containsExactly("GET /v1/sequences?limit=1000", "GET /v1/sequences?limit=500&cursor=c");
        assertThat(seqd.out().lines()).hasSize(1501);
    }

    @Test
    void list_table_hasColumnsThatFit() {
        String exhausted = sequence("longer_name", "\"next\":null,\"exhausted\":true");
        String open = sequence("s", "\"next\":\"1001\",\"exhausted\":false");
        service.answer(200, "{\"items\":[" + exhausted + "," + open + "],\"nextCursor\":null}");

        assertThat(seqd.run("list")).as(seqd::err).isZero();

        assertThat(seqd.out().lines())
                .containsExactly(
                        "NAME         NEXT       INCREMENT  MIN  MAX    CYCLE  ORDER   EPOCH  VERSION",
                        "longer_name  exhausted  1          1    32767  no     strict  2      4",
                        "s            1001       1          1    32767  no     strict  2      4");
    }

    @Test
    void list_json_isOneArrayOverAllPages() throws IOException {
        service.answer(200, page(0, 2, "\"c\"")).answer(200, page(2, 1, LAST));

        assertThat(seqd.run("list", "-o", "json")).as(seqd::err).isZero();

        JsonNode array = new JsonMapper().readTree(seqd.out());
        assertThat(array.isArray()).isTrue();
        assertThat(array).hasSize(3);
        assertThat(array.get(2).path("name").asText()).isEqualTo("s2");
    }

    @Test
    void list_nothing_saysSo() {
        service.answer(200, page(0, 0, LAST)).answer(200, page(0, 0, LAST)).answer(200, page(0, 0, LAST));

        seqd.run("list");
        assertThat(seqd.out()).isEqualTo("no sequences\n");

        seqd.run("list", "billing:");
        assertThat(seqd.out()).isEqualTo("no sequence's name begins with 'billing:'\n");

        seqd.run("list", "-o", "json");
        assertThat(seqd.out()).isEqualTo("[]\n");
    }

    @Test
    void list_samePageForEver_ends() {
        for (int i = 0; i < 5; i++) {
            service.answer(200, page(0, 1, "\"c\""));
        }

        assertThat(seqd.run("list")).isEqualTo(5);

        assertThat(service.requests).hasSize(2);
    }

    @Test
    void list_serviceGoneHalfWay_isUnavailable() {
        service.answer(200, page(0, 2, "\"c\"")).refuse(503, "unavailable", "", "no journal");

        assertThat(seqd.run("list")).isEqualTo(5);

        assertThat(seqd.err()).isEqualTo("seqd: no journal\n");
    }

    private static String page(int first, int count, String cursor) {
        return IntStream.range(first, first + count)
                .mapToObj(i -> sequence("s" + i, "\"next\":\"1\",\"exhausted\":false"))
                .collect(Collectors.joining(",", "{\"items\":[", "],\"nextCursor\":" + cursor + "}"));
    }

    private static String sequence(String name, String state) {
        return "{\"name\":\"" + name + "\",\"definition\":{\"increment\":\"1\",\"min\":\"1\",\"max\":\"32767\","
                + "\"cycle\":false,\"order\":\"strict\"},\"state\":{\"epoch\":2," + state + "},\"version\":4}";
    }
}
