package dev.seqd.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RaiseCommandTest extends CommandTest {
    private static final String A =
            "{\"name\":\"a\",\"from\":\"5\",\"highWater\":\"105\",\"exhausted\":false,\"failure\":null}";
    private static final String B =
            "{\"name\":\"b\",\"from\":null,\"highWater\":\"100\",\"exhausted\":true,\"failure\":null}";
    private static final String C =
            "{\"name\":\"c\",\"from\":\"1\",\"highWater\":\"1\",\"exhausted\":false,\"failure\":\"is corrupt\"}";

    private static String page(String cursor, String... items) {
        return "{\"items\":[" + String.join(",", items) + "],\"nextCursor\":"
                + (cursor.isEmpty() ? "null" : "\"" + cursor + "\"") + "}";
    }

    @Test
    void execute_all_followsThePagesAndPrintsATable() {
        service.answer(200, page("bmV4dA", A)).answer(200, page("", B));

        assertThat(seqd.run("raise", "--all", "--by", "100", "--yes")).isZero();

        assertThat(service.requests)
                .containsExactly(
                        "POST /v1/admin/raise {\"all\":true,\"by\":\"100\"}",
                        "POST /v1/admin/raise {\"all\":true,\"by\":\"100\",\"cursor\":\"bmV4dA\"}");
        assertThat(seqd.out().lines())
                .containsExactly("NAME  FROM  TO   STATE", "a     5     105  ok", "b     -     100  exhausted");
        assertThat(seqd.err()).contains("1 sequences raised so far");
    }

    @Test
    void execute_one_asksForItsValue() {
        service.answer(200, page("", A));

        assertThat(seqd.run("raise", "a", "--at-least", "105", "-o", "json")).isZero();

        assertThat(service.requests).containsExactly("POST /v1/admin/raise {\"name\":\"a\",\"atLeast\":\"105\"}");
        assertThat(seqd.out()).contains("\"highWater\" : \"105\"");
    }

    @Test
    void execute_oneCannotBeRaised_saysSoAndFails() {
        service.answer(200, page("", A, C));

        assertThat(seqd.run("raise", "--all", "--by", "100", "--yes")).isEqualTo(ExitCode.ERROR);

        assertThat(seqd.out()).contains("is corrupt");
        assertThat(seqd.err()).contains("1 of 2 sequences could not be raised");
    }

    @Test
    void execute_allWithoutATerminalAndWithoutYes_doesNothing() {
        assertThat(seqd.run("raise", "--all", "--by", "100")).isEqualTo(ExitCode.USAGE);

        assertThat(service.requests).isEmpty();
        assertThat(seqd.err()).contains("--yes");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "raise",
                "raise a",
                "raise --all --yes",
                "raise --by 5 --yes",
                "raise a --by 5",
                "raise a --all --by 5",
                "raise a --at-least 5 --all"
            })
    void execute_halfOfWhatItTakes_isMisuse(String command) {
        assertThat(seqd.run(command.split(" ", -1))).isEqualTo(ExitCode.USAGE);
        assertThat(service.requests).isEmpty();
    }

    @Test
    void execute_refused_endsWithItsCode() {
        service.refuse(404, "unknown-sequence", "42P01", "relation \"a\" does not exist");

        assertThat(seqd.run("raise", "a", "--at-least", "5")).isEqualTo(ExitCode.NOT_FOUND);
    }
}
