package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.typesafe.config.ConfigException;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceOptions.Setting;
import dev.seqd.database.Database;
import dev.seqd.database.DatabaseException;
import dev.seqd.database.DatabaseSettings;
import dev.seqd.database.EmbeddedDatabase;
import dev.seqd.database.Postmaster;
import dev.seqd.database.TestDatabases;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.cluster.sharding.typed.ClusterShardingSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Starts, ends and outages of one node. */
@ExtendWith(TestDatabases.class)
class NodeLifeIT {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @Test
    void restart_afterManyRaises_goesOnAboveTheMarkFromItsSnapshot(DatabaseSettings settings) {
        long last = 0;
        try (TestNode node = TestNode.joined(settings)) {
            node.create("orders", SequenceOptions.NONE.withCache(new Setting(1L)));
            node.create("idle");
            for (int i = 0; i < 210; i++) {
                last = node.lease("orders", 5).block().last();
            }
        }
        try (TestNode node = TestNode.joined(settings);
                Database database = Database.open(settings.withPoolSize(1))) {
            assertThat(JournalRows.value(database, "SELECT max(sequence_number) FROM snapshot"))
                    .isEqualTo("200");
            long mark = new JournalRows(database, "orders").mark();

            assertThat(node.lease("orders", 5).block().first())
                    .isEqualTo(last + 1)
                    .isEqualTo(mark + 1);
            assertThat(node.lease("idle", 1).block().first()).isEqualTo(1);
        }
    }

    @Test
    void databaseGone_reserveIsServedAndTheRestRecoversByItself(@TempDir Path directory) {
        EmbeddedDatabase server = EmbeddedDatabase.start(directory);
        DatabaseSettings settings = server.settings();
        try (TestNode node = TestNode.joined(settings, "seqd.counter { max-wait = 1s, reserve.min = 300 }")) {
            node.create("orders");
            long last = node.lease("orders", 1).block().last();
            server.close();

            for (int i = 0; i < 20; i++) {
                long first = node.lease("orders", 5).block().first();
                assertThat(first).isEqualTo(last + 1);
                last = first + 4;
            }
            assertThat(node.describe("orders").progress().next()).isEqualTo(last + 1);
            assertThat(TestNode.errorOf(node.allocator.create(new SequenceName("late"), SequenceOptions.NONE, false)))
                    .isEqualTo(SeqdError.UNAVAILABLE);
            assertThat(TestNode.errorOf(node.allocator.drop(new SequenceName("orders"))))
                    .isEqualTo(SeqdError.UNAVAILABLE);
            assertThat(TestNode.errorOf(node.allocator
                            .lease(new SequenceName("orders"), TestNode.request(1000, null))
                            .thenCompose(all ->
                                    node.allocator.lease(new SequenceName("orders"), TestNode.request(1000, null)))))
                    .isEqualTo(SeqdError.UNAVAILABLE);
            assertThat(node.describe("orders").progress().highWater()).isGreaterThan(last);

            server = EmbeddedDatabase.start(directory);
            await().atMost(LIMIT).until(() -> canLease(node, "orders"));
            assertThat(node.lease("orders", 1).block().first()).isGreaterThan(last);
            // What nobody waits for any more is not done.
            assertThat(node.errorOfLease("late")).isEqualTo(SeqdError.UNKNOWN_SEQUENCE);
            assertThat(node.allocator.counts().corruptions().sum()).isZero();
            await().atMost(LIMIT).until(() -> canLease(node, "orders"));
        } finally {
            server.close();
        }
    }

    @Test
    void databaseStalls_whatItCommitsLateIsBurnt(@TempDir Path directory) throws Exception {
        try (EmbeddedDatabase server = EmbeddedDatabase.start(directory);
                TestNode node = TestNode.joined(
                        server.settings(),
                        "seqd.counter.max-wait = 1s, jdbc-journal.circuit-breaker.call-timeout = 500ms")) {
            node.create("orders", SequenceOptions.NONE.withCache(new Setting(1L)));
            long last = node.lease("orders", 1).block().last();
            signal(directory, "-STOP");
            assertThat(node.errorOfLease("orders")).isEqualTo(SeqdError.UNAVAILABLE);
            signal(directory, "-CONT");

            await().atMost(LIMIT).until(() -> canLease(node, "orders"));

            assertThat(node.allocator.counts().unknownRaises().sum()).isPositive();
            assertThat(node.lease("orders", 1).block().first()).isGreaterThan(last + 2);
        }
    }

    /** Sends a signal to every process of a server. */
    private static void signal(Path directory, String signal) throws Exception {
        long postmaster = Postmaster.pid(directory);
        List<String> command = new ArrayList<>(List.of("kill", signal, Long.toString(postmaster)));
        ProcessHandle.of(postmaster).orElseThrow().descendants().forEach(p -> command.add(Long.toString(p.pid())));
        assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
    }

    private static boolean canLease(TestNode node, String name) {
        return node.allocator
                .lease(new SequenceName(name), TestNode.request(1000, null))
                .handle((grant, failure) -> failure == null)
                .toCompletableFuture()
                .join();
    }

    @Test
    void close_neverJoinedOrTwice_justEnds(DatabaseSettings settings) {
        TestNode node = TestNode.started(settings);
        assertThat(node.allocator.isReady()).isFalse();
        assertThat(node.errorOfLease("orders")).isEqualTo(SeqdError.UNAVAILABLE);

        node.close();
        node.close();

        assertThat(node.allocator.system().getWhenTerminated().toCompletableFuture())
                .isDone();
    }

    @Test
    void close_joined_takesItsRowOutOfTheTable(DatabaseSettings settings) {
        try (Database database = Database.open(settings.withPoolSize(1))) {
            TestNode node = TestNode.joined(settings, "seqd.cluster.heartbeat-interval = 100ms");
            String heartbeat = "SELECT max(heartbeat) FROM cluster_member";
            String first = JournalRows.value(database, heartbeat);
            await().atMost(LIMIT)
                    .until(() -> !JournalRows.value(database, heartbeat).equals(first));

            node.close();

            assertThat(JournalRows.value(database, "SELECT count(*) FROM cluster_member"))
                    .isEqualTo("0");
        }
    }

    @Test
    void start_fenceLost_isRefused(DatabaseSettings settings) {
        TestNode.started(settings).close();
        try (Database database = Database.open(settings.withPoolSize(1))) {
            database.query(
                    connection -> connection.createStatement().execute("DROP TRIGGER seqd_fence ON event_journal"));
        }

        assertThatThrownBy(() -> TestNode.started(settings))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("lost its fence");
    }

    @Test
    void start_databaseOutOfReach_isRefusedInOneLine() {
        DatabaseSettings nowhere = DatabaseSettings.of("jdbc:postgresql://127.0.0.1:1/none", "nobody", null);

        assertThatThrownBy(() -> TestNode.started(nowhere))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("127.0.0.1:1")
                .message()
                .doesNotContain("\n");
    }

    @Test
    void start_badSetting_isRefusedWithItsKeyBeforeAnythingElse(DatabaseSettings settings) {
        assertThatThrownBy(() -> TestNode.started(settings, "seqd.counter.max-wait = 0s"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("seqd.counter.max-wait");
        assertThatThrownBy(() -> TestNode.started(settings, "seqd.cluster.port = 70000"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("seqd.cluster.port");
    }

    @Test
    void start_portInUse_isRefusedInOneLine(DatabaseSettings settings) {
        try (TestNode first = TestNode.started(settings)) {
            int port = first.allocator.system().settings().config().getInt("seqd.cluster.port");

            assertThatThrownBy(() -> TestNode.started(settings, "seqd.cluster.port = " + port))
                    .isInstanceOf(ClusterFormationException.class)
                    .hasMessageContaining("127.0.0.1:" + port)
                    .message()
                    .doesNotContain("\n");
        }
    }

    @Test
    void settings_ofThePassivation_areTakenUp(DatabaseSettings settings) {
        try (TestNode node = TestNode.started(settings, "seqd.counter { idle = 17m, limit = 1234 }")) {
            ClusterShardingSettings.PassivationStrategySettings passivation =
                    ClusterShardingSettings.create(node.allocator.system()).passivationStrategySettings();
            assertThat(passivation.activeEntityLimit().get()).isEqualTo(1234);
            assertThat(passivation.idleEntitySettings().get().timeout().toMinutes())
                    .isEqualTo(17);
        }
    }
}
