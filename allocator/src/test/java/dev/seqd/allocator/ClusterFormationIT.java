package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceOptions;
import dev.seqd.database.Database;
import dev.seqd.database.DatabaseException;
import dev.seqd.database.DatabaseSettings;
import dev.seqd.database.Schema;
import dev.seqd.database.TestDatabases;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.cluster.typed.Cluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(TestDatabases.class)
class ClusterFormationIT {
    private static ExecutorService executor;

    @BeforeAll
    static void start() {
        executor = Executors.newCachedThreadPool();
    }

    @AfterAll
    static void stop() {
        executor.shutdownNow();
    }

    private static List<TestNode> threeAtOnce(DatabaseSettings settings) {
        List<CompletableFuture<TestNode>> starts = IntStream.range(0, 3)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> TestNode.joined(settings), executor))
                .toList();
        return starts.stream().map(CompletableFuture::join).toList();
    }

    private static void closeAll(List<TestNode> nodes) {
        nodes.stream()
                .map(node -> CompletableFuture.runAsync(node::close, executor))
                .toList()
                .forEach(CompletableFuture::join);
    }

    private static long members(TestNode node) {
        return Cluster.get(node.allocator.system()).state().members().size();
    }

    /** What a node elsewhere would have written just now. */
    private static void write(Database database, String address, String incarnation) {
        new MemberTable(database).register(new MemberTable.Entry(address, incarnation, "http://127.0.0.1:1"));
    }

    @RepeatedTest(3)
    void join_threeAtTheSameMoment_oneCluster(DatabaseSettings settings) {
        List<TestNode> nodes = threeAtOnce(settings);
        try {
            assertThat(nodes).allMatch(node -> members(node) >= 1);
            List<ClusterMember> seen = TestNode.get(nodes.get(0).allocator.members());
            assertThat(seen).hasSize(3);
            assertThat(nodes).allMatch(node -> members(node) == 3);
        } finally {
            closeAll(nodes);
        }
    }

    @Test
    void firstUse_hundredAtOnceOverThreeNodes_givesDistinctValuesAndOneCreation(DatabaseSettings settings) {
        List<TestNode> nodes = threeAtOnce(settings);
        try (Database database = Database.open(settings.withPoolSize(1))) {
            SequenceName name = new SequenceName("orders");
            List<CompletionStage<Grant>> leases = IntStream.range(0, 100)
                    .mapToObj(i -> nodes.get(i % 3).allocator)
                    .<CompletionStage<Grant>>map(node -> node.create(name, SequenceOptions.NONE, false)
                            .thenCompose(created -> node.lease(name, TestNode.request(1, null))))
                    .toList();

            assertThat(leases.stream().map(lease -> TestNode.get(lease).block().first()))
                    .hasSize(100)
                    .doesNotHaveDuplicates();
            assertThat(new JournalRows(database, "orders").count("created")).isEqualTo(1);
        } finally {
            closeAll(nodes);
        }
    }

    @Test
    void join_secondClusterBySeedNodes_isRefusedAndTheFirstStays(DatabaseSettings settings) {
        try (TestNode first = TestNode.joined(settings)) {
            int port = ClusterPort.free("127.0.0.1");
            String itself = "seqd.cluster.port = " + port + "\n seqd.cluster.seed-nodes = [\"pekko://seqd@127.0.0.1:"
                    + port + "\"]";

            assertThatThrownBy(() -> TestNode.joined(settings, itself))
                    .isInstanceOf(ClusterFormationException.class)
                    .hasMessageContaining("belongs to another seqd cluster")
                    .message()
                    .doesNotContain("\n");

            first.create("orders");
            assertThat(first.lease("orders", 1).block().first()).isEqualTo(1);
        }
    }

    @Test
    void join_bySeedNodesAfterAMemberWasKilled_waitsUntilItIsStale(DatabaseSettings settings) {
        Schema.upgrade(settings);
        try (Database database = Database.open(settings.withPoolSize(1))) {
            write(database, "pekko://seqd@127.0.0.1:1", "gone");
        }
        int port = ClusterPort.free("127.0.0.1");
        String itself = "seqd.cluster { port = " + port + ", probe-timeout = 200ms, heartbeat-interval = 100ms,"
                + " stale-after = 3s, seed-nodes = [\"pekko://seqd@127.0.0.1:" + port + "\"] }";

        try (TestNode node = TestNode.joined(settings, itself)) {
            assertThat(node.allocator.isReady()).isTrue();
        }
    }

    @Test
    void join_membersLiveButDoNotAnswer_isRefused(DatabaseSettings settings) {
        Schema.upgrade(settings);
        try (Database database = Database.open(settings.withPoolSize(1))) {
            write(database, "pekko://seqd@127.0.0.1:1", "mute");

            assertThatThrownBy(() -> TestNode.joined(
                            settings, "seqd.cluster { probe-timeout = 200ms, join-timeout = 2s, stale-after = 1h }"))
                    .isInstanceOf(ClusterFormationException.class)
                    .hasMessageContaining("pekko://seqd@127.0.0.1:1 write heartbeats");
        }
    }

    @Test
    void join_oneConnection_isEnough(DatabaseSettings settings) {
        Allocator allocator = Allocator.start(TestNode.config(), settings.withPoolSize(1));
        try {
            allocator.join("http://127.0.0.1:1");

            assertThat(allocator.isReady()).isTrue();
        } finally {
            allocator.close();
        }
    }

    @Test
    void join_nodeElsewhereHasTheSameAddress_isRefused(DatabaseSettings settings) {
        Schema.upgrade(settings);
        int port = ClusterPort.free("127.0.0.1");
        String address = "pekko://seqd@127.0.0.1:" + port;
        try (Database database = Database.open(settings.withPoolSize(1))) {
            write(database, address, "elsewhere");

            assertThatThrownBy(() -> TestNode.joined(
                            settings, "seqd.cluster { join-timeout = 2s, stale-after = 1h, port = " + port + " }"))
                    .isInstanceOf(ClusterFormationException.class)
                    .hasMessageContaining("another node uses this node's address " + address);
            assertThat(JournalRows.value(database, "SELECT incarnation FROM cluster_member"))
                    .isEqualTo("elsewhere");
        }
    }

    @Test
    void join_bySeedNodesAndANodeElsewhereHasTheSameAddress_isRefused(DatabaseSettings settings) {
        Schema.upgrade(settings);
        int port = ClusterPort.free("127.0.0.1");
        String address = "pekko://seqd@127.0.0.1:" + port;
        try (Database database = Database.open(settings.withPoolSize(1))) {
            write(database, address, "elsewhere");
        }

        assertThatThrownBy(() -> TestNode.joined(
                        settings,
                        "seqd.cluster { join-timeout = 4s, stale-after = 1h, port = " + port + ", seed-nodes = [\""
                                + address + "\"] }"))
                .isInstanceOf(ClusterFormationException.class)
                .hasMessageContaining("another node uses this node's address " + address);
    }

    @Test
    void join_ownRowOfAnEarlierLifeAndOthersLive_joinsAtOnce(DatabaseSettings settings) {
        int port = ClusterPort.free("127.0.0.1");
        try (TestNode first = TestNode.joined(settings);
                Database database = Database.open(settings.withPoolSize(1))) {
            write(database, "pekko://seqd@127.0.0.1:" + port, "earlier");

            try (TestNode second =
                    TestNode.joined(settings, "seqd.cluster { stale-after = 1h, port = " + port + " }")) {
                assertThat(members(second)).isEqualTo(2);
            }
            assertThat(first.allocator.isReady()).isTrue();
        }
    }

    @Test
    void heartbeat_anotherNodeRegisteredWithTheAddress_stopsTheNodeAndLeavesTheRow(DatabaseSettings settings) {
        try (TestNode node = TestNode.joined(settings, "seqd.cluster.heartbeat-interval = 100ms");
                Database database = Database.open(settings.withPoolSize(1))) {
            ActorSystem<Void> system = node.allocator.system();
            String address = Cluster.get(system).selfMember().address().toString();
            write(database, address, "elsewhere");

            TestNode.get(system.getWhenTerminated());

            assertThat(CoordinatedShutdown.get(system).getShutdownReason())
                    .hasValueSatisfying(reason -> assertThat(reason)
                            .isEqualTo(new StopReason(ClusterFormation.addressTaken(address), false)));
            assertThat(JournalRows.value(database, "SELECT incarnation FROM cluster_member"))
                    .isEqualTo("elsewhere");
        }
    }

    @Test
    void register_sessionOfTheLockIsGone_failsAndWritesNothing(DatabaseSettings settings) {
        Schema.upgrade(settings);
        try (Database database = Database.open(settings.withPoolSize(2));
                Database other = Database.open(settings.withPoolSize(1))) {
            MemberTable table = new MemberTable(database);
            MemberTable.Entry self = new MemberTable.Entry("pekko://seqd@127.0.0.1:1", "late", "http://127.0.0.1:1");

            assertThatThrownBy(() -> table.underFormationLock(
                            members -> {
                                JournalRows.value(
                                        other,
                                        "SELECT bool_and(pg_terminate_backend(pid, 5000)) FROM pg_locks"
                                                + " WHERE locktype = 'advisory'");
                                members.register(self);
                                return "registered";
                            },
                            "busy"))
                    .isInstanceOf(DatabaseException.class);

            assertThat(table.rows()).isEmpty();
        }
    }

    @Test
    void underFormationLock_somebodyHoldsIt_isNotRunAndFreeAfterAFailure(DatabaseSettings settings) {
        Schema.upgrade(settings);
        try (Database database = Database.open(settings.withPoolSize(2));
                Database other = Database.open(settings.withPoolSize(1))) {
            MemberTable table = new MemberTable(database);
            MemberTable others = new MemberTable(other);
            String inner =
                    table.underFormationLock(members -> others.underFormationLock(ignored -> "ran", "busy"), "free");
            assertThat(inner).isEqualTo("busy");

            assertThatThrownBy(() -> table.underFormationLock(
                            members -> {
                                throw new DatabaseException("broken");
                            },
                            "busy"))
                    .isInstanceOf(DatabaseException.class);
            assertThat(Stream.of(table, others).map(t -> t.underFormationLock(members -> "ran", "busy")))
                    .containsExactly("ran", "ran");
        }
    }
}
