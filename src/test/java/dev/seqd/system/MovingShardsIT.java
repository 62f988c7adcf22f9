package dev.seqd.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.system.Crowd.Answer;
import dev.seqd.system.Crowd.Call;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes, and faults that systems with sharded owners are known for. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MovingShardsIT {
    private static final int NODES = 3;
    private static final int SEQUENCES = 300;
    private static final long APART = 1_000_000_000;
    private static final int ROUNDS = 10;
    private static final Duration END = Duration.ofSeconds(40);
    private static final Duration SERVED = Duration.ofSeconds(15);

    @TempDir
    private static Path directory;

    private static ServeNodes nodes;
    private static Crowd crowd;

    @BeforeAll
    static void start() {
        crowd = new Crowd(64);
        nodes = new ServeNodes(directory, NODES);
        nodes.add(NODES);
        crowd.demand(
                "creation",
                END,
                IntStream.range(0, SEQUENCES)
                        .mapToObj(i -> Call.create(
                                nodes.endpoint(i % NODES),
                                name(i),
                                "{\"start\":" + start(i) + ",\"min\":" + start(i) + "}")));
    }

    @AfterAll
    static void end() {
        nodes.close();
    }

    private static String name(int sequence) {
        return "apart" + sequence;
    }

    private static long start(int sequence) {
        return (sequence + 1) * APART;
    }

    @Test
    @Order(1)
    void disjointRanges_manyCallersOfAllNodes_nobodyGetsANumberOfAnotherSequence() {
        List<Answer> answers = crowd.demand(
                "disjoint ranges",
                SERVED,
                IntStream.range(0, ROUNDS * SEQUENCES)
                        .mapToObj(i -> Call.next(nodes.endpoint((i + i / SEQUENCES) % NODES), name(i % SEQUENCES))));

        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < answers.size(); i++) {
            long value = answers.get(i).value();
            assertThat(value).isBetween(start(i % SEQUENCES), start(i % SEQUENCES) + APART - 1);
            assertThat(seen.add(value)).as("%d is new", value).isTrue();
        }
    }

    /** Every transaction takes a second more. */
    @Test
    @Order(2)
    void slowDatabase_theOldestNodeIsRestarted_allCountersAreServedSoon() throws Exception {
        execute("CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS"
                + " $$BEGIN IF current_setting('test.slow', true) IS DISTINCT FROM txid_current()::text THEN"
                + " PERFORM set_config('test.slow', txid_current()::text, true), pg_sleep(1); END IF;"
                + " RETURN NULL; END$$");
        execute("CREATE TRIGGER slow BEFORE INSERT ON event_journal FOR EACH STATEMENT EXECUTE FUNCTION slow()");
        nodes.node(0).interrupt();
        assertThat(nodes.node(0).awaitExit(END)).as(nodes.node(0).output()).isZero();
        awaitServed("slow and without the oldest", 100, List.of(1, 2));
        nodes.startAgain(0);
        awaitServed("slow", 100, List.of(0, 1, 2));
        execute("DROP TRIGGER slow ON event_journal");
        awaitServed("fast again", SEQUENCES, List.of(0, 1, 2));
    }

    private static void awaitServed(String what, int count, List<Integer> asked) {
        crowd.demand(
                what,
                SERVED,
                IntStream.range(0, count)
                        .mapToObj(i -> Call.next(nodes.endpoint(asked.get(i % asked.size())), name(i))));
    }

    private static void execute(String sql) throws SQLException {
        try (Connection database = nodes.connect();
                Statement statement = database.createStatement()) {
            statement.execute(sql);
        }
    }
}
