package dev.seqd.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputTest extends CommandTest {
    private static final String DESCRIPTION = """
            {"name":"s","definition":{"increment":"2","cycle":false,"cache":null,"sizing":{"blockMax":"100"}},\
            "state":{"epoch":1,"next":"7"},"version":3}""";

    @ParameterizedTest
    @ValueSource(strings = {"create s", "alter s", "restart s", "setval s 5", "get s"})
    void execute_verbThatDescribes_printsNamesAndValues(String command) {
        service.answer(200, DESCRIPTION);

        assertThat(seqd.run(command.split(" ", -1))).isZero();

        assertThat(seqd.out().lines())
                .containsExactly(
                        "name       s",
                        "increment  2",
                        "cycle      false",
                        "cache      -",
                        "blockMax   100",
                        "epoch      1",
                        "next       7",
                        "version    3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"create s -o json", "alter s -o json", "restart s -o json", "setval s 5 -o json"})
    void execute_verbThatDescribesAsJson_printsTheAnswer(String command) throws IOException {
        service.answer(200, DESCRIPTION);

        assertThat(seqd.run(command.split(" ", -1))).isZero();

        assertThat(read(seqd.out())).isEqualTo(read(DESCRIPTION));
    }

    @Test
    void drop_gone_saysSo() throws IOException {
        service.answer(204, "").answer(204, "");

        assertThat(seqd.run("drop", "s")).as(seqd::err).isZero();
        assertThat(seqd.out()).isEqualTo("dropped  s\n");

        assertThat(seqd.run("drop", "s", "-o", "json")).isZero();
        assertThat(read(seqd.out()).path("dropped").asText()).isEqualTo("s");
    }

    private static JsonNode read(String json) throws IOException {
        return new JsonMapper().readTree(json);
    }
}
