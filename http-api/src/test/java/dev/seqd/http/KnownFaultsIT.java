package dev.seqd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.client.SeqClient;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import dev.seqd.http.LiveNode.Answer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults that systems of this kind are known for, by their kind, through HTTP and the Java client. */
class KnownFaultsIT {
    @TempDir
    private static Path data;

    private static LiveNode node;
    private static SeqClient client;
    private static int names;

    @BeforeAll
    static void start() {
        node = LiveNode.start(data);
        client = SeqClient.connect(node.endpoint());
    }

    @AfterAll
    static void stop() {
        client.close();
        node.close();
    }

    private static String created(String definition) {
        String name = "fault" + ++names;
        Answer answer = node.call("PUT", path(name), definition);
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        return name;
    }

    private static String path(String name) {
        return "/v1/sequences/" + name;
    }

    private static List<Long> drained(String name) {
        List<Long> values = new ArrayList<>();
        try {
            while (values.size() < 100) {
                values.add(client.next(name));
            }
        } catch (SeqdException e) {
            assertThat(e.error()).isEqualTo(SeqdError.EXHAUSTED);
        }
        return values;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{\"min\":-2,\"max\":2,\"start\":1,\"increment\":-2}; 1,-1",
                "{\"max\":2,\"increment\":2}; 1",
                "{\"max\":95,\"increment\":10,\"start\":81}; 81,91",
                "{\"start\":\"9223372036854775805\"}; 9223372036854775805,9223372036854775806,9223372036854775807",
                "{\"increment\":-1,\"start\":\"-9223372036854775807\"}; -9223372036854775807,-9223372036854775808",
                "{\"increment\":\"4611686018427387903\"};" + " 1,4611686018427387904,9223372036854775807",
                "{\"start\":3,\"max\":7,\"increment\":9223372036854775807}; 3"
            })
    void bounds_lastValueBeforeOne_isTheLastForEver(String definition, String expected) {
        String name = created(definition);

        assertThat(drained(name))
                .isEqualTo(
                        List.of(expected.split(",")).stream().map(Long::valueOf).toList());
        assertThat(drained(name)).isEmpty();
        Answer again = node.call("POST", path(name) + "/next", "");
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.json().path("sqlState").asText()).isEqualTo("2200H");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"increment\":0}", "{\"cache\":0}", "{\"cache\":-1}", "{\"min\":5,\"max\":5}"})
    void bounds_impossibleOption_leavesALiveCounterAsItWas(String change) {
        String name = created("{}");
        long last = client.next(name);

        assertThat(node.call("PATCH", path(name), change).status()).isEqualTo(422);
        assertThat(node.call("PUT", path("never" + names), change).status()).isEqualTo(422);
        assertThat(node.call("GET", path("never" + names), "").status()).isEqualTo(404);

        assertThat(client.next(name)).isEqualTo(last + 1);
    }

    @Test
    void overflow_past31Bits_isExactOnEveryPath() {
        String name = created("{\"start\":2147483645}");

        List<Long> values =
                LongStream.range(0, 10).mapToObj(i -> client.next(name)).toList();

        assertThat(values)
                .isEqualTo(
                        LongStream.range(2_147_483_645L, 2_147_483_655L).boxed().toList());
    }

    @Test
    void json_past53Bits_isExactAsText() {
        String name = created("{\"start\":\"9007199254740993\"}");

        Answer answer = node.call("POST", path(name) + "/next", "");
        assertThat(answer.text()).contains("\"value\":\"9007199254740993\"");
        assertThat(node.call("POST", path(name) + "/next", "", "Accept", "text/plain")
                        .text())
                .isEqualTo("9007199254740994\n");
        assertThat(client.next(name)).isGreaterThan(9_007_199_254_740_994L);
        assertThat(node.call("GET", path(name), "")
                        .json()
                        .path("definition")
                        .path("start")
                        .isTextual())
                .isTrue();
    }

    @Test
    void dupConfig_startBelowTheBlockSize_givesNothingBelowStart() {
        String name = created("{\"start\":3,\"cache\":50}");

        assertThat(LongStream.range(0, 60).mapToObj(i -> client.next(name)).toList())
                .isEqualTo(LongStream.range(3, 63).boxed().toList());
    }

    @Test
    void dupConfig_sizesStepAndDirectionChangeUnderAClientWithBlocks_nothingTwiceInAnEpoch() {
        String name = created("{\"min\":-1000000000,\"start\":0}");
        List<Long> values = new ArrayList<>(taken(name, 300));
        for (String change : List.of(
                "{\"sizing\":{\"clientMax\":10,\"blockMax\":10}}",
                "{\"sizing\":{\"clientMax\":5000}}",
                "{\"increment\":5}",
                "{\"increment\":7}")) {
            assertThat(node.call("PATCH", path(name), change).status()).isEqualTo(200);
            values.addAll(taken(name, 300));
        }
        assertThat(values).doesNotHaveDuplicates().isSorted();
        assertThat(node.call("PATCH", path(name), "{\"increment\":-5}").status())
                .isEqualTo(409);
        assertThat(node.call("PATCH", path(name), "{\"increment\":-5,\"allowReuse\":true}")
                        .status())
                .isEqualTo(200);
        try (SeqClient fresh = SeqClient.connect(node.endpoint())) {
            long first = fresh.next(name);
            assertThat(fresh.next(name)).isEqualTo(first - 5);
        }
    }

    private static List<Long> taken(String name, int count) {
        return LongStream.range(0, count).mapToObj(i -> client.next(name)).toList();
    }

    @Test
    void cacheStale_dropAndCreateAgainWithAnotherStep_oldBlocksAreNotMixedIn() {
        String name = created("{}");
        taken(name, 500);
        assertThat(node.call("DELETE", path(name), "").status()).isEqualTo(204);
        assertThat(node.call("PUT", path(name), "{\"increment\":5}").status()).isEqualTo(409);
        assertThat(node.call("PUT", path(name), "{\"increment\":5,\"allowReuse\":true}")
                        .status())
                .isEqualTo(201);

        try (SeqClient fresh = SeqClient.connect(node.endpoint())) {
            assertThat(fresh.next(name)).isEqualTo(1);
            assertThat(fresh.next(name)).isEqualTo(6);
        }
        List<Long> old = taken(name, 5_000);
        int turn = 1;
        while (turn < old.size() && old.get(turn) == old.get(turn - 1) + 1) {
            turn++;
        }
        assertThat(turn).as("the old block ends some time").isLessThan(old.size());
        List<Long> mixed = old.subList(turn, old.size());
        assertThat(mixed).isSorted().doesNotHaveDuplicates().allMatch(value -> value % 5 == 1);
    }

    @Test
    void cacheStale_setvalFarAhead_isObeyedAtOnceOverHttpAndSoonInTheClient() {
        String name = created("{}");
        taken(name, 500);

        assertThat(node.call("POST", path(name) + "/setval", "{\"value\":1000000}")
                        .status())
                .isEqualTo(200);

        Answer next = node.call("POST", path(name) + "/next", "");
        assertThat(next.json().path("value").asLong()).isGreaterThan(1_000_000);
        List<Long> values = taken(name, 5_000);
        assertThat(values).isSorted().doesNotHaveDuplicates();
        assertThat(values.get(values.size() - 1)).isGreaterThan(1_000_000);
        assertThat(node.call("POST", path(name) + "/setval", "{\"value\":5}").status())
                .isEqualTo(409);
    }
}
