package dev.seqd.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.seqd.system.Crowd.Answer;
import dev.seqd.system.Crowd.Call;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One node with 384 MB of heap, and more counters than it keeps in memory. */
class ManyCountersIT {
    private static final Logger LOG = LoggerFactory.getLogger(ManyCountersIT.class);
    private static final int CALLERS = 64;

    /** What a raise covers of a counter that is not in demand, and what a node leases of it for its first caller. */
    private static final long RESERVE = 2_000;

    private static final long LEASE = 201;

    /** What is lost at most where the owner did not answer for a second, and the node raised the mark itself. */
    private static final long MOST = 2 * (RESERVE + LEASE);

    private static final Duration END = Duration.ofSeconds(40);
    private static final Duration PASSIVATED = Duration.ofMinutes(2);
    private static final Duration SERVED = Duration.ofMinutes(3);
    private static final Duration RECOVERED = Duration.ofSeconds(20);

    @TempDir
    private Path directory;

    private final Crowd crowd = new Crowd(CALLERS);
    private ServeNodes nodes;
    private NodeView view;

    @BeforeEach
    void begin() {
        nodes = new ServeNodes(directory, 1);
        view = new NodeView(nodes.endpoint(0));
    }

    @AfterEach
    void end() {
        nodes.close();
    }

    private void start(String... settings) throws IOException {
        Path file = Files.write(directory.resolve("node.conf"), List.of(settings));
        nodes.add(1, "--config", file.toString());
    }

    /** The same node again, with its settings. */
    private void startAgain() {
        nodes.startAgain(0, "--config", directory.resolve("node.conf").toString());
    }

    private void copies(String of, String prefix, int count) throws SQLException {
        try (Connection database = nodes.connect()) {
            ManySequences.copy(database, of, prefix, count);
        }
    }

    private Stream<Call> next(String prefix, int count) {
        return Call.nextOfEach(nodes.endpoint(0), prefix, count);
    }

    private void create(String sequence) {
        crowd.demand("creation", SERVED, Stream.of(Call.create(nodes.endpoint(0), sequence, "{}")));
    }

    @Test
    void touchedOnce_thousands_leaveNothingBehindAndLoseNothing() throws Exception {
        touchOnce(5_000);
    }

    @Test
    @Tag("long")
    void touchedOnce_hundredThousand_leaveNothingBehindAndLoseNothing() throws Exception {
        touchOnce(100_000);
    }

    private void touchOnce(int count) throws Exception {
        start("seqd.counter.idle = 5s", "seqd.node.idle = 2s");
        create("model");
        copies("model", "early", CALLERS * 10);
        copies("model", "c", count);
        crowd.demand("warm-up", SERVED, next("early", CALLERS * 10));
        awaitPassivated();
        double threads = view.threads();
        double heap = view.heap(nodes.node(0));

        List<Answer> answers = crowd.demand("touched once", SERVED, next("c", count));
        assertThatAllButStoodInForGot(1, answers);
        double counters = view.metric("seqd_counters");
        double leases = view.metric("seqd_leases");
        double heapThen = view.heap(nodes.node(0));
        awaitPassivated();

        LOG.warn(
                "before: {} MB, {} threads; with {} counters and {} leases {} MB; after: {} MB, {} threads",
                heap,
                threads,
                counters,
                leases,
                heapThen,
                view.heap(nodes.node(0)),
                view.threads());
        assertThat(view.heap(nodes.node(0))).isLessThan(heap * 1.1 + 2);
        assertThat(view.threads()).isLessThanOrEqualTo(threads * 1.1 + 2);
        assertThatAllButStoodInForGot(2, crowd.demand("touched again", SERVED, next("c", 500)));
    }

    /** A number may be skipped where the owner did not answer for a second, and the node raised the mark itself. */
    private void assertThatAllButStoodInForGot(long value, List<Answer> answers) {
        assertThat(answers.stream().filter(answer -> answer.value() != value).count())
                .as("others than %d", value)
                .isLessThanOrEqualTo((long) view.metric("seqd_stand_ins_total"));
    }

    private void awaitPassivated() {
        await().atMost(PASSIVATED).until(() -> view.metric("seqd_leases") == 0 && view.metric("seqd_counters") == 0);
    }

    @Test
    void fullRestart_thousandsAsked_allAreServedSoonButTheDamaged() throws Exception {
        restartAll(3_000);
    }

    @Test
    @Tag("long")
    void fullRestart_tenThousandAsked_allAreServedSoonButTheDamaged() throws Exception {
        restartAll(10_000);
    }

    /** Some of them are damaged, which is nobody else's trouble. */
    private void restartAll(int count) throws Exception {
        int damaged = 10;
        restartWithUsed(count);
        copies("model", "damaged", damaged);
        loseLastEvents();

        List<Answer> broken = crowd.ask("damaged", next("damaged", damaged));
        List<Answer> answers = crowd.demand("recovery", RECOVERED, next("c", count));

        assertThat(answers).allSatisfy(answer -> assertThat(answer.value()).isBetween(1 + RESERVE, 1 + RESERVE + MOST));
        assertThat(broken).allSatisfy(answer -> {
            assertThat(answer.isForLater()).as(answer.toString()).isTrue();
            assertThat(answer.toString()).contains("is corrupt");
        });
    }

    /** A node that has just started, and sequences whose first number was given by a node that was killed. */
    private void restartWithUsed(int count, String... settings) throws Exception {
        start(settings);
        create("model");
        crowd.demand("first use", SERVED, Stream.of(Call.next(nodes.endpoint(0), "model")));
        nodes.node(0).kill();
        nodes.node(0).awaitExit(END);
        copies("model", "c", count);
        startAgain();
    }

    private void loseLastEvents() throws SQLException {
        try (Connection database = nodes.connect();
                Statement statement = database.createStatement()) {
            statement.execute("DELETE FROM event_journal WHERE persistence_id LIKE 'counter|damaged%'"
                    + " AND sequence_number > 1");
        }
    }

    /** The journal is locked until all have asked. */
    @Test
    void fullRestart_manyCallersOfAFew_thoseAreServedFirst() throws Exception {
        int cold = 200;
        int hot = 10;
        int callersOfEach = 20;
        restartWithUsed(2 * cold, "seqd.counter.max-wait = 15s", "seqd.http.max-wait = 15s");
        copies("model", "hot", hot);
        copies("model", "late", hot);
        List<Call> calls = new ArrayList<>(next("c", 2 * cold).toList());
        for (int caller = 0; caller < callersOfEach; caller++) {
            calls.addAll(next("hot", hot).toList());
        }
        calls.addAll(next("late", hot).toList());

        CompletableFuture<List<Answer>> asked;
        try (Connection holder = nodes.connect();
                Statement statement = holder.createStatement()) {
            holder.setAutoCommit(false);
            statement.execute("LOCK TABLE event_journal IN ACCESS EXCLUSIVE MODE");
            asked = CompletableFuture.supplyAsync(() -> new Crowd(calls.size()).ask("hot and cold", calls.stream()));
            await().atMost(END).until(() -> view.metric("seqd_counters") >= 2 * cold + 2 * hot);
        }

        int[] places = asked.join().stream()
                .filter(answer -> answer.value() > 0 && answer.call().uri().contains("/hot"))
                .mapToInt(Answer::place)
                .sorted()
                .toArray();
        LOG.warn("places of the hot, half and last: {}, {}", places[places.length / 2], places[places.length - 1]);
        assertThat(places[places.length - 1]).isLessThan(cold + places.length);
    }
}
