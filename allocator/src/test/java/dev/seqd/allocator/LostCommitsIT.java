package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.seqd.core.Block;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceOptions;
import dev.seqd.database.Copies;
import dev.seqd.database.Database;
import dev.seqd.database.EmbeddedDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The database comes back without what it had acknowledged: a stale copy in place of the primary, an old backup. */
class LostCommitsIT {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final List<String> NAMES = List.of("a", "b", "c");
    private static final String[] QUICK = {
        "seqd.counter { max-wait = 1s, reserve { min = 20, max = 20 } }",
        "seqd.journal { connection-timeout = 1s, socket-timeout = 3s }",
        "seqd.cluster.heartbeat-interval = 200ms"
    };

    @TempDir
    private Path data;

    @TempDir
    private Path backup;

    private EmbeddedDatabase server;
    private final List<TestNode> nodes = new ArrayList<>();
    private final Map<String, List<Block>> handedOut = new HashMap<>();

    @BeforeEach
    void start() {
        server = EmbeddedDatabase.start(data);
    }

    @AfterEach
    void stop() {
        nodes.forEach(TestNode::close);
        server.close();
    }

    private TestNode node(LeaseHolder holder) {
        TestNode node = TestNode.joined(server.settings(), holder, QUICK);
        nodes.add(node);
        return node;
    }

    private TestNode node() {
        return node(LeaseHolders::giveBackNothing);
    }

    private void takeBackup() {
        server.close();
        Copies.replace(backup, data);
        server = EmbeddedDatabase.start(data);
    }

    private void restoreBackup() {
        server.close();
        Copies.replace(data, backup);
        server = EmbeddedDatabase.start(data);
    }

    private Block take(TestNode node, String name) {
        Block block = node.lease(name, 5).block();
        note(name, block);
        return block;
    }

    private void note(String name, Block block) {
        handedOut.computeIfAbsent(name, any -> new ArrayList<>()).add(block);
    }

    private Block last(String name) {
        List<Block> blocks = handedOut.get(name);
        return blocks.get(blocks.size() - 1);
    }

    private void takeMany(TestNode node, String name) {
        for (int i = 0; i < 20; i++) {
            take(node, name);
        }
    }

    private void takeOnceItWorks(TestNode node, String name) {
        for (int i = 0; i < 20; i++) {
            await().atMost(LIMIT).until(() -> canTake(node, name));
        }
    }

    private boolean canTake(TestNode node, String name) {
        return node.allocator
                .lease(new SequenceName(name), TestNode.request(5, null))
                .handle((grant, failure) -> {
                    if (grant != null) {
                        note(name, grant.block());
                    }
                    return failure == null;
                })
                .toCompletableFuture()
                .join();
    }

    private static boolean isUnknown(TestNode node, String name) {
        return TestNode.errorOf(node.allocator.describe(new SequenceName(name))) == SeqdError.UNKNOWN_SEQUENCE;
    }

    private void assertNoneTwice() {
        assertThat(handedOut.values())
                .allSatisfy(blocks -> assertThat(blocks.stream()
                                .flatMapToLong(block -> LongStream.rangeClosed(block.first(), block.last()))
                                .boxed())
                        .doesNotHaveDuplicates());
    }

    private long mark(String name) {
        try (Database database = Database.open(server.settings().withPoolSize(1))) {
            return new JournalRows(database, name).mark();
        }
    }

    @Test
    void staleCopyInPlace_nodeUp_goesOnBeyondWhatItHandedOut() {
        TestNode node = node();
        node.create("orders");
        node.create("quiet");
        take(node, "orders");
        takeBackup();
        takeOnceItWorks(node, "orders");
        takeOnceItWorks(node, "quiet");
        long quiet = last("quiet").last();

        restoreBackup();

        takeOnceItWorks(node, "orders");
        assertThat(mark("quiet")).isGreaterThanOrEqualTo(quiet);
        takeOnceItWorks(node, "quiet");
        assertNoneTwice();
        assertThat(node.allocator.counts().databaseLosses().sum()).isEqualTo(1);
        assertThat(node.allocator.counts().corruptions().sum()).isZero();
        assertThat(node.allocator.admin().isDoubted()).isFalse();
    }

    @Test
    void plainRestart_nothingLost_nothingIsMovedAndNobodyDoubts() {
        TestNode node = node();
        node.create("orders");
        takeMany(node, "orders");
        long mark = mark("orders");

        takeBackup();

        await().atMost(LIMIT).until(() -> node.allocator.admin().trust().isTrusted());
        assertThat(mark("orders")).isEqualTo(mark);
        takeOnceItWorks(node, "orders");
        assertNoneTwice();
        assertThat(node.allocator.counts().databaseLosses().sum()).isZero();
        assertThat(node.allocator.counts().regressions().sum()).isZero();
    }

    @Test
    void creationLost_leavesATombstoneThatKeepsItsValuesFromComingAgain() {
        TestNode node = node();
        takeBackup();
        await().atMost(LIMIT).until(() -> node.allocator.admin().trust().isTrusted());
        node.create("young");
        take(node, "young");

        restoreBackup();

        await().atMost(LIMIT)
                .until(() -> node.allocator.counts().databaseLosses().sum() == 1);
        await().atMost(LIMIT).until(() -> !canTake(node, "young") && isUnknown(node, "young"));
        assertNoneTwice();
        assertThat(TestNode.errorOf(node.allocator.create(new SequenceName("young"), SequenceOptions.NONE, false)))
                .isEqualTo(SeqdError.WOULD_REUSE);
    }

    @Test
    void oldBackup_longerAgoThanNodesRemember_nothingNewUntilAnOperatorRaisesAll() {
        TestNode node = node(forgetful());
        node.create("orders");
        take(node, "orders");
        takeBackup();
        takeOnceItWorks(node, "orders");

        restoreBackup();

        await().atMost(LIMIT).until(() -> node.allocator.admin().isDoubted());
        while (canTake(node, "orders")) {
            assertNoneTwice();
        }
        assertThatThrownBy(() -> node.lease("orders", 5)).hasMessageContaining("seqd raise --all");
        assertThatThrownBy(() -> node.create("another")).hasMessageContaining("seqd raise --all");
        TestNode late = node();
        await().atMost(LIMIT).until(() -> late.allocator.admin().isDoubted());

        List<RaisedMark> raised = TestNode.get(node.allocator.admin().raiseAll(1_000_000, ""));

        assertThat(raised).singleElement().satisfies(mark -> {
            assertThat(mark.name()).isEqualTo("orders");
            assertThat(mark.to()).isGreaterThan(1_000_000);
        });
        takeOnceItWorks(node, "orders");
        takeOnceItWorks(late, "orders");
        assertThat(last("orders").first()).isGreaterThan(1_000_000);
        assertNoneTwice();
        assertThat(late.allocator.admin().isDoubted()).isFalse();
    }

    private static LeaseHolder forgetful() {
        return new LeaseHolder() {
            @Override
            public void recall(Recall recall) {
                recall.giveBack(List.of());
            }

            @Override
            public Duration remembers() {
                return Duration.ofMillis(1);
            }
        };
    }

    @Test
    void memberLeftSinceTheBackup_isDoubted() {
        TestNode stays = node();
        TestNode leaves = node();
        stays.create("orders");
        takeBackup();
        takeOnceItWorks(stays, "orders");
        leaves.close();

        restoreBackup();

        await().atMost(LIMIT).until(() -> stays.allocator.admin().isDoubted());
        assertThatThrownBy(() -> stays.create("another")).hasMessageContaining("a member that has left");
        TestNode.get(stays.allocator.admin().raiseAll(1000, ""));
        takeOnceItWorks(stays, "orders");
        assertNoneTwice();
    }

    @Test
    void twoNodes_eachMovesWhatItKnowsBeforeEitherServes() {
        TestNode one = node();
        TestNode other = node();
        for (String name : NAMES) {
            one.create(name);
        }
        takeBackup();
        for (String name : NAMES) {
            takeOnceItWorks(one, name);
        }

        restoreBackup();

        for (String name : NAMES) {
            takeOnceItWorks(other, name);
        }
        assertNoneTwice();
        assertThat(one.allocator.counts().databaseLosses().sum()
                        + other.allocator.counts().databaseLosses().sum())
                .isPositive();
    }

    @Test
    void dumpRestoredUnderRunningNodes_isNoticedWithoutAnyRestart() {
        TestNode node = node();
        node.create("orders");
        take(node, "orders");
        List<String> tables = List.of("event_journal", "snapshot", "seqd_sequence", "seqd_node_fence");
        execute(tables.stream()
                .map(table -> "CREATE TABLE dump_" + table + " AS TABLE " + table)
                .toList());
        takeMany(node, "orders");
        String newest = "SELECT max(beats) FROM seqd_node_fence";
        try (Database database = Database.open(server.settings().withPoolSize(1))) {
            String dumped = JournalRows.value(database, newest);
            await().atMost(LIMIT)
                    .until(() -> !JournalRows.value(database, newest).equals(dumped));
        }

        List<String> restore = new ArrayList<>(List.of("SET LOCAL session_replication_role = replica"));
        tables.forEach(table -> restore.add("DELETE FROM " + table));
        tables.forEach(table -> restore.add("INSERT INTO " + table + " TABLE dump_" + table));
        execute(restore);

        await().atMost(LIMIT)
                .until(() -> node.allocator.counts().databaseLosses().sum() == 1);
        takeOnceItWorks(node, "orders");
        assertNoneTwice();
    }

    private void execute(List<String> statements) {
        try (Database database = Database.open(server.settings().withPoolSize(1))) {
            dev.seqd.database.Transactions.run(database, connection -> {
                for (String sql : statements) {
                    connection.createStatement().execute(sql);
                }
                return true;
            });
        }
    }

    @Test
    void join_writableCopyOfTheDatabase_isRefused(@TempDir Path elsewhere) {
        node().create("orders");
        server.close();
        Copies.replace(elsewhere, data);
        server = EmbeddedDatabase.start(data);
        await().atMost(LIMIT).until(() -> nodes.get(0).allocator.admin().trust().isTrusted());

        try (EmbeddedDatabase copy = EmbeddedDatabase.start(elsewhere)) {
            assertThatThrownBy(() -> TestNode.joined(copy.settings(), QUICK))
                    .isInstanceOf(ClusterFormationException.class)
                    .hasMessageContaining("writes to another database");
        }
    }

    @Test
    void severalHosts_firstRefuses_theSecondServes() {
        String url = server.jdbcUrl().replace("127.0.0.1:", "127.0.0.1:1,127.0.0.1:");
        TestNode node =
                TestNode.joined(dev.seqd.database.DatabaseSettings.of(url, server.user(), server.password()), QUICK);
        nodes.add(node);
        node.create("orders");

        assertThat(take(node, "orders").first()).isEqualTo(1);
    }
}
