package dev.seqd.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What each verb sends. */
class RequestTest extends CommandTest {
    @ParameterizedTest
    @MethodSource({"creations", "alterations", "moves", "others"})
    void execute_verb_sendsOneRequest(String command, String request) {
        assertThat(seqd.run(command.split(" ", -1))).as(seqd::err).isZero();

        assertThat(service.requests).containsExactly(request);
        assertThat(seqd.err()).isEmpty();
    }

    static Stream<Arguments> creations() {
        return Stream.of(
                Arguments.of("create s", "PUT /v1/sequences/s {}"),
                Arguments.of("create s --start 1001", put("'start':'1001'")),
                Arguments.of("create --start 1001 s", put("'start':'1001'")),
                Arguments.of("create s --increment 1.5", put("'increment':'1.5'")),
                Arguments.of("create s --increment -1 --start -5", put("'start':'-5','increment':'-1'")),
                Arguments.of("create s --increment=-1", put("'increment':'-1'")),
                Arguments.of("create s --start -99999999999999999999", put("'start':'-99999999999999999999'")),
                Arguments.of("create s --type integer --min -7 --max 7", put("'type':'integer','min':'-7','max':'7'")),
                Arguments.of("create s --cycle", put("'cycle':true")),
                Arguments.of("create s --no-cycle", put("'cycle':false")),
                Arguments.of("create s --order strict", put("'order':'strict'")),
                Arguments.of("create s --order sideways", put("'order':'sideways'")),
                Arguments.of("create s --cache 1 --allow-reuse", put("'cache':'1','allowReuse':true")),
                Arguments.of(
                        "create s --buffer-seconds 60 --min-threshold 10 --block-max 100",
                        put("'sizing':{'bufferSeconds':'60','minThreshold':'10','blockMax':'100'}")),
                Arguments.of(
                        "create s --client-max 1000 --node-max 2000 --reserve-max 3000",
                        put("'sizing':{'clientMax':'1000','nodeMax':'2000','reserveMax':'3000'}")));
    }

    static Stream<Arguments> alterations() {
        return Stream.of(
                Arguments.of("alter s", "PATCH /v1/sequences/s {}"),
                Arguments.of("alter s --increment -1 --allow-reuse", patch("'increment':'-1','allowReuse':true")),
                Arguments.of("alter s --min none --max none --cache none", patch("'min':null,'max':null,'cache':null")),
                Arguments.of("alter s --start none", patch("'start':'none'")),
                Arguments.of("alter s --no-cycle --order cached", patch("'cycle':false,'order':'cached'")),
                Arguments.of("alter s --block-max none", patch("'sizing':{'blockMax':null}")),
                Arguments.of("alter s --type smallint", patch("'type':'smallint'")));
    }

    static Stream<Arguments> moves() {
        return Stream.of(
                Arguments.of("restart s", post("restart", "")),
                Arguments.of("restart s --with -3", post("restart", "'with':'-3'")),
                Arguments.of("restart s --with 7 --allow-reuse", post("restart", "'with':'7','allowReuse':true")),
                Arguments.of("setval s 5", post("setval", "'value':'5','isCalled':true")),
                Arguments.of("setval s -5", post("setval", "'value':'-5','isCalled':true")),
                Arguments.of("setval s 1.5", post("setval", "'value':'1.5','isCalled':true")),
                Arguments.of("setval s five", post("setval", "'value':'five','isCalled':true")),
                Arguments.of("setval s -5 --not-called", post("setval", "'value':'-5','isCalled':false")),
                Arguments.of(
                        "setval --allow-reuse s -9223372036854775808",
                        post("setval", "'value':'-9223372036854775808','isCalled':true,'allowReuse':true")));
    }

    static Stream<Arguments> others() {
        return Stream.of(
                Arguments.of("drop s", "DELETE /v1/sequences/s"),
                Arguments.of("get s", "GET /v1/sequences/s"),
                Arguments.of("next s", "POST /v1/sequences/s/next"),
                Arguments.of("block s 7", "POST /v1/sequences/s/blocks {\"count\":7}"),
                Arguments.of("nodes", "GET /v1/cluster"),
                Arguments.of("list", "GET /v1/sequences?limit=1000"),
                Arguments.of("list a&b", "GET /v1/sequences?limit=1000&prefix=a%26b"));
    }

    private static String put(String fields) {
        return "PUT /v1/sequences/s " + object(fields);
    }

    private static String patch(String fields) {
        return "PATCH /v1/sequences/s " + object(fields);
    }

    private static String post(String verb, String fields) {
        return "POST /v1/sequences/s/" + verb + " " + object(fields);
    }

    private static String object(String fields) {
        return "{" + fields.replace('\'', '"') + "}";
    }

    @Test
    void alter_ifVersion_isSentAsEtag() {
        assertThat(seqd.run("alter", "s", "--max", "9", "--if-version", "3")).isZero();
        assertThat(seqd.run("alter", "s", "--max", "9")).isZero();

        assertThat(service.conditions).containsExactly("\"3\"", "-");
    }

    @Test
    void flags_inTheEnvironmentToo_meanTheSame() {
        seqd.environment.put("SEQD_CYCLE", "true");
        seqd.environment.put("SEQD_ALLOW_REUSE", "true");
        seqd.environment.put("SEQD_NOT_CALLED", "true");

        seqd.run("alter", "s");
        seqd.run("alter", "s", "--cycle", "--allow-reuse");
        seqd.run("alter", "s", "--no-cycle");
        seqd.run("setval", "s", "1", "--not-called");

        assertThat(service.requests)
                .containsExactly(
                        patch("'cycle':true,'allowReuse':true"),
                        patch("'cycle':true,'allowReuse':true"),
                        patch("'cycle':false,'allowReuse':true"),
                        post("setval", "'value':'1','isCalled':false,'allowReuse':true"));
    }
}
