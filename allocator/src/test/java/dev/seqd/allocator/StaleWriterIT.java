package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.seqd.core.Position;
import dev.seqd.core.SequenceDefinition;
import dev.seqd.core.SequenceEvent.Created;
import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceOptions.Setting;
import dev.seqd.core.SequenceState;
import dev.seqd.core.Ticker;
import dev.seqd.database.Database;
import dev.seqd.database.DatabaseSettings;
import dev.seqd.database.TestDatabases;
import java.io.IOException;
import java.net.URI;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.apache.pekko.actor.typed.ActorRef;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Two systems that know nothing of each other write one counter's journal. */
@ExtendWith(TestDatabases.class)
class StaleWriterIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Duration LONG = Duration.ofSeconds(90);
    /** Each grant takes an event. */
    private static final SequenceOptions UNHELD = SequenceOptions.NONE.withCache(new Setting(1L));

    private static final String[] QUICK = {
        "seqd.counter { max-wait = 3s, restart-backoff { min = 20ms, max = 100ms } }",
        "seqd.cluster.heartbeat-interval = 200ms",
        "jdbc-journal.circuit-breaker.call-timeout = 1s"
    };

    private final DatabaseSettings settings;
    private final Set<Position> handedOut = ConcurrentHashMap.newKeySet();
    private final List<TestNode> nodes = new ArrayList<>();
    private final List<Database> databases = new ArrayList<>();
    private Database database;
    private TestNode node;

    StaleWriterIT(DatabaseSettings settings) {
        this.settings = settings;
    }

    @BeforeEach
    void start() {
        node = TestNode.joined(settings, QUICK);
        nodes.add(node);
        node.create("orders", UNHELD);
        database = open(settings);
    }

    @AfterEach
    void stop() {
        nodes.forEach(TestNode::close);
        databases.forEach(Database::close);
    }

    private Database open(DatabaseSettings way) {
        Database opened = Database.open(way.withPoolSize(2));
        databases.add(opened);
        return opened;
    }

    /** Owns a counter in a system of its own, which has joined nothing. */
    private Owner stranger(DatabaseSettings way) {
        TestNode alone = TestNode.started(way, QUICK);
        nodes.add(alone);
        alone.allocator.admin().watch(LeaseHolders::giveBackNothing, Duration.ofMillis(200), Duration.ofDays(30));
        TwoOwners owners = new TwoOwners(alone.allocator, "orders", open(way));
        return new Owner(alone, owners, owners.start());
    }

    /** A counter and the system it lives in. */
    private record Owner(TestNode node, TwoOwners owners, ActorRef<Counter.Command> counter) {
        CompletableFuture<Grant> lease() {
            return owners.lease(counter);
        }
    }

    private boolean take(CompletableFuture<Grant> lease) {
        return lease.handle((grant, failure) -> {
                    for (int i = 0; grant != null && i < grant.block().count(); i++) {
                        Position value = new Position(
                                grant.block().epoch(),
                                grant.block().lap(),
                                grant.block().valueAt(i));
                        assertThat(handedOut.add(value))
                                .as("first time for %s", value)
                                .isTrue();
                    }
                    return failure == null;
                })
                .join();
    }

    private boolean take() {
        return take(node.allocator
                .lease(new dev.seqd.core.SequenceName("orders"), TestNode.request(1, null))
                .toCompletableFuture());
    }

    @Test
    void twoSystems_drivenHard_snapshotsAndCompactionInBetween_neverTheSameValue() {
        Owner stranger = stranger(settings);
        AtomicInteger ours = new AtomicInteger();
        AtomicInteger theirs = new AtomicInteger();
        AtomicBoolean stopped = new AtomicBoolean();
        Compaction compaction = new Compaction(database, new AllocatorCounts(), Ticker.system());
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            CompletableFuture<?> one = CompletableFuture.runAsync(() -> drive(this::take, ours, stopped), threads);
            CompletableFuture<?> other =
                    CompletableFuture.runAsync(() -> drive(() -> take(stranger.lease()), theirs, stopped), threads);
            AtomicLong deleted = new AtomicLong();
            await().atMost(LONG).until(() -> {
                deleted.addAndGet(compaction.run(Duration.ZERO));
                boolean enough = ours.get() > 150 && theirs.get() > 150 && deleted.get() > 100;
                return one.isDone() || other.isDone() || (enough && rejections(stranger) > 5);
            });
            stopped.set(true);
            one.join();
            other.join();
        } finally {
            stopped.set(true);
            threads.shutdownNow();
        }

        assertThat(rejections(stranger)).isGreaterThan(5);
        assertThat(node.allocator.counts().corruptions().sum()).isZero();
        await().atMost(LIMIT).until(this::take);
        await().atMost(LIMIT).until(() -> take(stranger.lease()));
    }

    /** How often one of the two lost. */
    private long rejections(Owner stranger) {
        return node.allocator.counts().fenceRejections().sum()
                + stranger.node.allocator.counts().fenceRejections().sum();
    }

    private static void drive(BooleanSupplier take, AtomicInteger taken, AtomicBoolean stopped) {
        while (!stopped.get()) {
            taken.addAndGet(take.getAsBoolean() ? 1 : 0);
        }
    }

    private static DatabaseSettings through(HoldingProxy proxy, DatabaseSettings settings) {
        int port = URI.create(settings.jdbcUrl().substring("jdbc:".length())).getPort();
        String url = settings.jdbcUrl().replace(":" + port + "/", ":" + proxy.port() + "/")
                + "?sslmode=disable&gssEncMode=disable";
        return DatabaseSettings.of(url, settings.user(), settings.password());
    }

    private HoldingProxy proxy() throws IOException {
        return new HoldingProxy(
                URI.create(settings.jdbcUrl().substring("jdbc:".length())).getPort());
    }

    @Test
    void insertHeldLongerThanTheCallTimeout_othersWroteMeanwhile_isRefusedWhenItComes() throws IOException {
        try (HoldingProxy proxy = proxy()) {
            Owner stranger = stranger(through(proxy, settings));
            await().atMost(LIMIT).until(() -> take(stranger.lease()));
            JournalRows rows = new JournalRows(database, "orders");

            proxy.hold();
            CompletableFuture<Grant> held = stranger.lease();
            await().atMost(LIMIT).until(() -> proxy.held() > 0);
            assertThat(take(held)).isFalse();
            for (int i = 0; i < 5; i++) {
                await().atMost(LIMIT).until(this::take);
            }
            long last = rows.last();
            proxy.release();

            await().atMost(LIMIT).until(() -> take(stranger.lease()));
            await().atMost(LIMIT).until(this::take);
            assertThat(rows.last()).isGreaterThan(last);
            assertThat(stranger.node.allocator.counts().unknownRaises().sum()).isPositive();
        }
    }

    @Test
    void insertHeldLongerThanTheCallTimeout_nobodyWroteMeanwhile_isBurntWhenItComes() throws IOException {
        try (HoldingProxy proxy = proxy()) {
            Owner stranger = stranger(through(proxy, settings));
            await().atMost(LIMIT).until(() -> take(stranger.lease()));
            JournalRows rows = new JournalRows(database, "orders");
            long before = rows.last();

            proxy.hold();
            assertThat(take(stranger.lease())).isFalse();
            proxy.release();

            await().atMost(LIMIT).until(() -> rows.last() > before);
            await().atMost(LIMIT).until(this::take);
            await().atMost(LIMIT).until(() -> take(stranger.lease()));
        }
    }

    @Test
    void snapshotOfAStaleWriter_aheadOfTheHead_isNotBelieved() {
        assertThat(take()).isTrue();
        long number = new JournalRows(database, "orders").last();

        refusedWith(number + 5);
    }

    @Test
    void snapshotOfAStaleWriter_withAnOlderMark_isNotBelieved() {
        for (int i = 0; i < 3; i++) {
            assertThat(take()).isTrue();
        }

        refusedWith(new JournalRows(database, "orders").last());
    }

    /** A snapshot with the state as it was created: whoever believes it hands out 1 again. */
    private void refusedWith(long number) {
        snapshot(number);
        Owner stranger = stranger(settings);

        assertThat(take(stranger.lease())).isFalse();
        assertThat(stranger.node.allocator.counts().corruptions().sum()).isEqualTo(1);
        assertThat(take()).isTrue();
        database.query(connection -> connection.createStatement().execute("DELETE FROM snapshot"));
        await().atMost(LIMIT).until(() -> take(stranger.lease()));
    }

    private void snapshot(long number) {
        SequenceState created = SequenceState.apply(null, new Created(SequenceDefinition.of(UNHELD), 1));
        byte[] state = new JournalSerializer().toBinary(new JournalState(created, Instant.EPOCH, Instant.EPOCH));
        database.query(connection -> {
            String sql = "INSERT INTO snapshot (persistence_id, sequence_number, created, snapshot_ser_id,"
                    + " snapshot_ser_manifest, snapshot_payload) VALUES ('counter|orders', ?, 0, 737201, 'state', ?)";
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setLong(1, number);
                statement.setBytes(2, state);
                return statement.executeUpdate();
            }
        });
    }
}
