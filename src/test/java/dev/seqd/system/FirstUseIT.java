package dev.seqd.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import dev.seqd.database.EmbeddedDatabase;
import dev.seqd.http.HttpNode;
import dev.seqd.system.Crowd.Answer;
import dev.seqd.system.Crowd.Call;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many sequences that nobody has used before, all wanted at once of a node in this JVM. */
class FirstUseIT {
    private static final int MANY = 5_000;
    private static final int AT_ONCE = 1_000;
    private static final int FEW = 200;
    private static final Duration SERVED = Duration.ofSeconds(30);
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final int CREATED = 201;

    @TempDir
    private static Path directory;

    private static EmbeddedDatabase database;

    @BeforeAll
    static void start() {
        database = EmbeddedDatabase.start(directory.resolve("data"));
    }

    @AfterAll
    static void end() {
        database.close();
    }

    private static HttpNode node(String... settings) {
        String port = "seqd.http.port = " + Ports.free(1);
        return HttpNode.start(
                ConfigFactory.parseString(String.join("\n", settings) + "\n" + port), database.settings());
    }

    /** What is refused for want of room is tried again, as its callers are told; nothing else may be refused. */
    @Test
    void firstUse_thousandsAtOnceAndAgainAfterARestart_allAreServed() {
        Crowd crowd = new Crowd(AT_ONCE);
        try (HttpNode node = node()) {
            crowd.demand("creations", SERVED, Call.createEach(node.endpoint(), "new", MANY, "{}"));
            assertThat(crowd.demand("first uses", SERVED, Call.nextOfEach(node.endpoint(), "new", MANY)))
                    .allSatisfy(answer -> assertThat(answer.value()).isEqualTo(1));
        }
        try (HttpNode node = node()) {
            assertThat(crowd.demand(
                            "first uses since the start", SERVED, Call.nextOfEach(node.endpoint(), "new", MANY)))
                    .allSatisfy(answer -> assertThat(answer.value()).isEqualTo(2));
        }
    }

    /** Nobody may hold a connection while it waits for another. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void firstUse_smallPool_isServedBesideReadingsAndHealthChecks(int poolSize) {
        Crowd crowd = new Crowd(3 * FEW);
        String prefix = "pool" + poolSize + "-";
        try (HttpNode node = node("seqd.journal.pool-size = " + poolSize)) {
            Stream<Call> calls = IntStream.range(0, FEW)
                    .boxed()
                    .flatMap(i -> Stream.of(
                            Call.create(node.endpoint(), prefix + i, "{}"),
                            Call.get(node.endpoint() + "/v1/sequences?prefix=" + prefix),
                            Call.get(node.endpoint() + "/health/ready")));

            List<Answer> answers = crowd.demand("first uses, pool of " + poolSize, SERVED, calls);
            List<Answer> values =
                    crowd.demand("numbers, pool of " + poolSize, SERVED, Call.nextOfEach(node.endpoint(), prefix, FEW));

            assertThat(answers.stream().filter(answer -> answer.response().statusCode() == CREATED))
                    .hasSize(FEW);
            assertThat(answers).allSatisfy(answer -> assertThat(answer.took()).isLessThan(SOON));
            assertThat(values).allSatisfy(answer -> {
                assertThat(answer.value()).isEqualTo(1);
                assertThat(answer.took()).isLessThan(SOON);
            });
        }
    }
}
