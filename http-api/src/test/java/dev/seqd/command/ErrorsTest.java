package dev.seqd.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One line on standard error, and an exit code. */
class ErrorsTest extends CommandTest {
    /** Nothing listens on the discard port. */
    private static final String NOWHERE = "http://127.0.0.1:9";

    @ParameterizedTest
    @CsvSource({
        "400, invalid-request, 2",
        "422, invalid-definition, 2",
        "404, unknown-sequence, 3",
        "409, sequence-exists, 4",
        "409, would-reuse, 4",
        "409, exhausted, 4",
        "412, precondition-failed, 4",
        "413, payload-too-large, 1",
        "429, overloaded, 5",
        "503, unavailable, 5",
        "500, '', 5",
        "502, bad-gateway, 5",
        "401, unauthenticated, 1",
        "403, forbidden, 1",
        "404, '', 1",
        "405, '', 1"
    })
    void execute_refused_exitCodeTellsWhy(int status, String code, int exit) {
        service.refuse(status, code, "", "because");

        assertThat(seqd.run("alter", "s", "--max", "5")).isEqualTo(exit);

        assertThat(seqd.err()).startsWith("seqd: because").hasLineCount(1);
        assertThat(seqd.out()).isEmpty();
    }

    @Test
    void execute_refusedWithSqlState_showsIt() {
        service.refuse(422, "invalid-definition", "22P02", "invalid input syntax for type bigint: \"1.5\"");

        assertThat(seqd.run("create", "s", "--increment", "1.5")).isEqualTo(2);

        assertThat(seqd.err()).isEqualTo("seqd: invalid input syntax for type bigint: \"1.5\" (SQLSTATE 22P02)\n");
    }

    @Test
    void execute_wouldReuse_namesTheOption() {
        service.refuse(409, "would-reuse", "", "values of epoch 1 up to 10 could come again");

        assertThat(seqd.run("restart", "s")).isEqualTo(4);

        assertThat(seqd.err())
                .isEqualTo(
                        "seqd: values of epoch 1 up to 10 could come again; add --allow-reuse to do it all the same\n");
    }

    @Test
    void execute_detailOfSeveralLines_isOneLine() {
        service.refuse(404, "unknown-sequence", "42P01", "one\n two\r\nthree");

        assertThat(seqd.run("drop", "s")).isEqualTo(3);

        assertThat(seqd.err()).isEqualTo("seqd: one two three (SQLSTATE 42P01)\n");
    }

    @Test
    void execute_noSeqdThere_saysSo() {
        service.answer(200, "<html>");

        assertThat(seqd.run("get", "s")).isEqualTo(5);

        assertThat(seqd.err()).contains("is it a seqd node?").hasLineCount(1);
    }

    @Test
    void execute_nobodyAnswers_isUnavailable() {
        assertThat(new Seqd(NOWHERE).run("list")).isEqualTo(5);
    }

    @Test
    void change_firstNodeUnreachable_goesToTheNext() {
        Seqd both = new Seqd(NOWHERE, service.endpoint());

        assertThat(both.run("setval", "s", "5")).as(both::err).isZero();

        assertThat(service.requests).hasSize(1);
    }

    @Test
    void change_answerLost_isNotRepeated() {
        service.hangUp();
        Seqd twice = new Seqd(service.endpoint(), service.endpoint());

        assertThat(twice.run("setval", "s", "5")).isEqualTo(5);

        assertThat(service.requests).hasSize(1);
        assertThat(twice.err()).contains("may have been made or not").hasLineCount(1);
    }

    @Test
    void create_answerLost_isRepeatedAtTheNextNode() {
        service.hangUp();
        Seqd twice = new Seqd(service.endpoint(), service.endpoint());

        assertThat(twice.run("create", "s")).as(twice::err).isZero();

        assertThat(service.requests).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "creat s",
                "create",
                "create s --no-such-option",
                "create s t",
                "alter s --if-version x",
                "setval s",
                "setval s 1 2",
                "list --limit 0",
                "list --limit x",
                "drop",
                "get s -o yaml",
                "get s --endpoint localhost:8080",
                "get s --endpoint http://a?b"
            })
    void execute_wrongUsage_isOneLineAndPointsToHelp(String arguments) {
        String[] words = arguments.isEmpty() ? new String[0] : arguments.split(" ", -1);

        assertThat(seqd.run(words)).isEqualTo(2);

        assertThat(seqd.err()).startsWith("seqd: ").contains("--help'").hasLineCount(1);
        assertThat(service.requests).isEmpty();
    }

    @Test
    void execute_misspeltVerb_suggestsTheRightOne() {
        seqd.run("alterr", "s");

        assertThat(seqd.err()).contains("did you mean 'alter'?");
    }
}
