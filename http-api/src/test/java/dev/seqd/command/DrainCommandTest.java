package dev.seqd.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.seqd.core.SeqdException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class DrainCommandTest extends CommandTest {
    private static final String ACCEPTED = "{\"id\":\"b\",\"state\":\"draining\"}";

    private final StringWriter progress = new StringWriter();

    private static String members(String... states) {
        StringBuilder members = new StringBuilder("{\"members\":[");
        for (String state : states) {
            String id = state.substring(0, 1);
            members.append(members.charAt(members.length() - 1) == '[' ? "" : ",")
                    .append("{\"id\":\"" + id + "\",\"state\":\"" + state.substring(2) + "\",\"shards\":7,\"oldest\":")
                    .append(id.equals("a"))
                    .append(",\"appVersion\":\"1.2.3\",\"httpEndpoint\":\"http://" + id + ":8080\",\"address\":\"p\"}");
        }
        return members.append("]}").toString();
    }

    private DrainWatch watch(boolean alone) {
        return new DrainWatch(new Api(List.of(service.endpoint())), alone, () -> {}, new PrintWriter(progress));
    }

    @Test
    void drain_idOrEndpoint_isAskedOfAnyNode() {
        service.answer(200, members("a up", "b up")).answer(202, ACCEPTED);
        assertThat(seqd.run("drain", "b")).as(seqd::err).isZero();
        service.answer(200, members("a up", "b up")).answer(202, ACCEPTED);
        assertThat(seqd.run("drain", "http://b:8080")).as(seqd::err).isZero();

        assertThat(service.requests)
                .containsExactly(
                        "GET /v1/cluster",
                        "POST /v1/cluster/nodes/b/drain",
                        "GET /v1/cluster",
                        "POST /v1/cluster/nodes/b/drain");
        assertThat(seqd.out().lines()).containsExactly("id     b", "state  draining");
    }

    @Test
    void drain_unknownNode_isNotFound() {
        service.answer(200, members("a up")).refuse(404, "unknown-node", "", "no node \"x\" is in this cluster");

        assertThat(seqd.run("drain", "x")).isEqualTo(ExitCode.NOT_FOUND);

        assertThat(seqd.err()).isEqualTo("seqd: no node \"x\" is in this cluster\n");
    }

    @Test
    void drain_nobodyAnswers_isUnavailable() {
        service.close();

        assertThat(seqd.run("drain", "x")).isEqualTo(ExitCode.UNAVAILABLE);
    }

    @Test
    void drain_wait_endsWhenTheNodeIsGone() {
        service.answer(200, members("a up", "b up")).answer(202, ACCEPTED).answer(200, members("a up"));

        assertThat(seqd.run("drain", "b", "--wait", "-o", "json")).as(seqd::err).isZero();

        assertThat(seqd.err()).isEqualTo("gone\n");
        assertThat(seqd.out()).contains("\"draining\"");
    }

    @Test
    void awaitGone_severalSteps_tellsOfEachOnce() {
        service.answer(200, members("a up", "b draining"))
                .answer(200, members("a up", "b draining"))
                .answer(200, members("a up", "b exiting"))
                .answer(200, members("a up"));

        assertThat(watch(false).awaitGone("b")).isTrue();

        assertThat(progress.toString().lines())
                .containsExactly("draining, 7 shards left", "exiting, 7 shards left", "gone");
    }

    @Test
    void awaitGone_nobodyAnswersAnyMore_isGoneOnlyIfItWasTheLast() {
        service.close();

        assertThat(watch(true).awaitGone("b")).isTrue();
        assertThatThrownBy(() -> watch(false).awaitGone("b")).isInstanceOf(SeqdException.class);
    }

    @Test
    void awaitGone_stays_givesUp() {
        StringBuilder looks = new StringBuilder();
        DrainWatch watch = new DrainWatch(
                new Api(List.of(service.endpoint())), false, () -> looks.append('.'), new PrintWriter(progress));
        for (int i = 0; i < 1200; i++) {
            service.answer(200, members("a up", "b draining"));
        }

        assertThat(watch.awaitGone("b")).isFalse();

        assertThat(looks).hasSize(1200);
    }

    @Test
    void nodes_table_showsWhoIsOldestAndItsVersion() {
        service.answer(200, members("a up", "b draining"));

        assertThat(seqd.run("nodes")).isZero();

        assertThat(seqd.out().lines())
                .containsExactly(
                        "NODE  STATE     SHARDS  OLDEST  VERSION  HTTP           CLUSTER",
                        "a     up        7       yes     1.2.3    http://a:8080  p",
                        "b     draining  7       no      1.2.3    http://b:8080  p");
    }
}
