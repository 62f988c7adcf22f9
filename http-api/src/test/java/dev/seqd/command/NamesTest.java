package dev.seqd.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest extends CommandTest {
    @ParameterizedTest
    @CsvSource({
        "billing:eu, billing%3Aeu",
        "a#b, a%23b",
        "$x@y, %24x%40y",
        "größe, gr%C3%B6%C3%9Fe",
        "a..b, a..b",
        "注文, %E6%B3%A8%E6%96%87"
    })
    void execute_oddName_isEscaped(String name, String escaped) {
        assertThat(seqd.run("drop", name)).as(seqd::err).isZero();

        assertThat(service.requests).containsExactly("DELETE /v1/sequences/" + escaped);
    }

    /** Each would be another path, or may be made one by a proxy, if it were sent as it is. */
    @ParameterizedTest
    @ValueSource(
            strings = {"../x", "..", ".", "", "a b", "a/b", "a%2Fb", "a?b", "a\\b", "x;y", "a+b", "a\nb", "%s", "*"})
    void execute_nameAgainstTheRule_isRefusedInTheServicesWords(String name) {
        for (List<String> verb : List.of(
                List.of("create", name),
                List.of("alter", name),
                List.of("get", name),
                List.of("next", name),
                List.of("block", name, "1"),
                List.of("restart", name),
                List.of("setval", name, "1"),
                List.of("drop", name))) {
            assertThat(seqd.run(verb.toArray(String[]::new))).isEqualTo(2);
            assertThat(seqd.err()).startsWith("seqd: a sequence name m").doesNotContain("--help");
        }
        assertThat(service.requests).isEmpty();
    }
}
