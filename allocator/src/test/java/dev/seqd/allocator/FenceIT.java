package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.seqd.core.Block;
import dev.seqd.core.SequenceDefinition;
import dev.seqd.core.SequenceEvent.Altered;
import dev.seqd.core.SequenceEvent.Created;
import dev.seqd.core.SequenceEvent.Dropped;
import dev.seqd.core.SequenceEvent.HighWaterRaised;
import dev.seqd.core.SequenceOptions;
import dev.seqd.database.Database;
import dev.seqd.database.DatabaseException;
import dev.seqd.database.DatabaseSettings;
import dev.seqd.database.Schema;
import dev.seqd.database.TestDatabases;
import dev.seqd.database.Transactions;
import java.sql.PreparedStatement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(TestDatabases.class)
class FenceIT {
    private static final SequenceOptions UP = SequenceOptions.NONE;
    private static final SequenceOptions DOWN = SequenceOptions.NONE.withIncrement(-1L);

    private static Database database;

    private JournalRows rows;

    @BeforeAll
    static void open(DatabaseSettings settings) {
        Schema.upgrade(settings);
        database = Database.open(settings);
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @BeforeEach
    void ownCounter(TestInfo test) {
        rows = new JournalRows(database, test.getTestMethod().orElseThrow().getName());
    }

    private void created(SequenceOptions options) {
        rows.write(1, new Created(SequenceDefinition.of(options), 1));
    }

    private void raise(long number, Block range) {
        rows.write(number, new HighWaterRaised(range));
    }

    private void assertRefused(Runnable write, String reason) {
        String before = rows.head();
        assertThatThrownBy(write::run)
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining(reason)
                .matches(FenceRejection::isCauseOf, "is recognized as the fence's");
        assertThat(rows.head()).isEqualTo(before);
    }

    @Test
    void insert_eachEvent_movesTheHead() {
        created(UP);
        assertThat(rows.head()).isEqualTo("event 1 version 1 epoch 1 lap 1 mark - at 1 f extremes - - dropped f");
        rows.raise(2, 1, 10);
        assertThat(rows.head()).isEqualTo("event 2 version 1 epoch 1 lap 1 mark 10 at 10 t extremes 1 10 dropped f");
        rows.write(3, new Altered(SequenceDefinition.of(UP.withCycle(true)), 1));
        assertThat(rows.head()).isEqualTo("event 3 version 2 epoch 1 lap 1 mark 10 at 10 t extremes 1 10 dropped f");
        raise(4, new Block(1, 1, 5, 1, 2));
        assertThat(rows.head()).isEqualTo("event 4 version 2 epoch 1 lap 2 mark 5 at 5 t extremes 1 10 dropped f");
        rows.write(5, new Dropped());
        assertThat(rows.head()).isEqualTo("event 5 version 2 epoch 1 lap 2 mark 5 at 5 t extremes 1 10 dropped t");
    }

    @Test
    void insert_descending_movesTheHeadDown() {
        created(DOWN);
        rows.raise(2, -1, -10);

        assertThat(rows.head())
                .isEqualTo("event 2 version 1 epoch 1 lap 1 mark -10 at -10 t extremes -10 -1 dropped f");
        assertRefused(() -> rows.raise(3, -10, -12), "not beyond mark");
        assertRefused(() -> rows.raise(3, -11, -9), "is none of epoch 1");
    }

    @Test
    void insert_notTheOneAfterTheHead_isRefused() {
        created(UP);

        assertRefused(() -> rows.raise(3, 1, 10), "event 3 does not follow head 1");
        assertRefused(() -> rows.raise(1, 1, 10), "event 1 does not follow head 1");
        rows.raise(2, 1, 10);
        assertRefused(() -> rows.raise(2, 11, 20), "event 2 does not follow head 2");
    }

    @Test
    void insert_oldEventsAreGone_staleWriterIsRefusedAllTheSame() {
        created(UP);
        rows.raise(2, 1, 10);
        rows.raise(3, 11, 20);
        rows.tamper("DELETE FROM event_journal WHERE persistence_id = $ID");

        assertRefused(() -> rows.raise(2, 1, 10), "event 2 does not follow head 3");
        rows.raise(4, 21, 30);
    }

    @Test
    void insert_rangeNotBeyondTheMark_isRefused() {
        created(UP);
        rows.raise(2, 1, 10);

        assertRefused(() -> rows.raise(3, 10, 20), "not beyond mark 10");
        assertRefused(() -> rows.raise(3, 1, 10), "not beyond mark 10");
        assertRefused(() -> raise(3, new Block(20, -1, 5, 1, 1)), "is none of epoch 1");
        assertRefused(() -> raise(3, new Block(11, 2, 5, 1, 1)), "is none of epoch 1");
    }

    @Test
    void insert_otherEpoch_isRefused() {
        created(UP);

        assertRefused(() -> raise(2, new Block(1, 1, 10, 2, 1)), "is none of epoch 1");
    }

    @Test
    void insert_lapGoingBack_isRefused() {
        created(UP.withCycle(true));
        raise(2, new Block(1, 1, 10, 1, 3));

        assertRefused(() -> raise(3, new Block(100, 1, 10, 1, 2)), "not beyond mark 10");
        raise(3, new Block(1, 1, 10, 1, 4));
    }

    @Test
    void insert_unknownManifest_isRefused() {
        created(UP);

        assertRefused(() -> rows.write(2, "lowered", "{}"), "unknown event lowered");
    }

    @Test
    void insert_fieldsMissing_isRefused() {
        created(UP);

        for (String field : new String[] {"epoch", "lap", "first", "last", "increment"}) {
            String json =
                    "{\"at\":\"2026-01-02T03:04:05Z\",\"node\":\"n\",\"epoch\":1,\"lap\":1,\"first\":1,\"last\":9,"
                            + "\"increment\":1}";
            String broken = json.replace("\"" + field + "\"", "\"x\"");
            assertRefused(() -> rows.write(2, "raised", broken), "is none of epoch 1");
        }
        assertThat(rows.count("raised")).isZero();
    }

    @Test
    void insert_firstEventOtherThanCreated_isRefused() {
        assertRefused(() -> rows.raise(1, 1, 10), "does not exist");
        assertThat(rows.head()).isEqualTo("none");
    }

    @Test
    void insert_createdWhileItExists_isRefused() {
        created(UP);

        assertRefused(() -> rows.write(2, new Created(SequenceDefinition.of(UP), 1)), "exists in epoch 1");
    }

    @Test
    void insert_afterTheDrop_isRefusedUntilItIsCreatedAgain() {
        created(UP);
        rows.raise(2, 1, 10);
        rows.write(3, new Dropped());

        assertRefused(() -> rows.raise(4, 11, 20), "does not exist");
        assertRefused(() -> rows.write(4, new Dropped()), "does not exist");
        assertRefused(() -> rows.write(4, new Altered(SequenceDefinition.of(UP), 1)), "does not exist");
    }

    @Test
    void insert_createdAgainUpwards_goesOnBeyondTheHighest() {
        created(UP);
        rows.raise(2, 1, 10);
        rows.write(3, new Dropped());
        rows.write(4, new Created(SequenceDefinition.of(UP.withStart(50L)), 1));

        assertThat(rows.head()).isEqualTo("event 4 version 2 epoch 1 lap 1 mark 10 at 50 f extremes 1 10 dropped f");
        assertRefused(() -> rows.raise(5, 10, 20), "not beyond mark 10");
        rows.raise(5, 50, 60);
    }

    @Test
    void insert_createdAgainDownwards_goesOnBelowTheLowest() {
        created(UP);
        rows.raise(2, 1, 10);
        rows.write(3, new Dropped());
        rows.write(4, new Created(SequenceDefinition.of(DOWN), 1));

        assertThat(rows.head()).isEqualTo("event 4 version 2 epoch 1 lap 1 mark 1 at -1 f extremes 1 10 dropped f");
        assertRefused(() -> rows.raise(5, 1, -5), "not beyond mark 1");
        rows.raise(5, -1, -5);
        assertThat(rows.head()).isEqualTo("event 5 version 2 epoch 1 lap 1 mark -5 at -5 t extremes -5 10 dropped f");
    }

    @Test
    void insert_createdAgainInANewerEpoch_beginsAfresh() {
        created(UP);
        rows.raise(2, 1, 10);
        rows.write(3, new Dropped());
        rows.write(4, new Created(SequenceDefinition.of(UP), 2));

        assertThat(rows.head()).isEqualTo("event 4 version 2 epoch 2 lap 1 mark - at 1 f extremes 1 10 dropped f");
        raise(5, new Block(1, 1, 5, 2, 1));
        rows.write(6, new Dropped());
        assertRefused(() -> rows.write(7, new Created(SequenceDefinition.of(UP), 1)), "exists in epoch 2");
    }

    @Test
    void insert_tenFirstWritersAtOnce_oneIsLetIn() {
        ExecutorService executor = Executors.newFixedThreadPool(10);
        try {
            long refused = IntStream.range(0, 10)
                    .mapToObj(i -> CompletableFuture.runAsync(() -> created(UP), executor)
                            .handle((done, failure) -> failure))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .filter(failure -> failure != null && FenceRejection.isCauseOf(failure))
                    .count();

            assertThat(refused).isEqualTo(9);
            assertThat(rows.count("created")).isEqualTo(1);
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    void insert_batchWithOneStaleEvent_isRefusedAsAWhole() {
        created(UP);
        String sql = "INSERT INTO event_journal (persistence_id, sequence_number, writer, event_ser_id,"
                + " event_ser_manifest, event_payload) SELECT persistence_id, ?, writer, event_ser_id, 'dropped',"
                + " event_payload FROM event_journal WHERE persistence_id = 'counter|" + rowsName() + "'"
                + " AND sequence_number = 1";
        assertRefused(
                () -> Transactions.run(database, connection -> {
                    try (PreparedStatement statement = connection.prepareStatement(sql)) {
                        for (long number = 2; number <= 3; number++) {
                            statement.setLong(1, number == 2 ? 2 : 7);
                            statement.addBatch();
                        }
                        return statement.executeBatch();
                    }
                }),
                "");
        assertThat(rows.count("dropped")).isZero();
    }

    private static String rowsName() {
        return "insert_batchWithOneStaleEvent_isRefusedAsAWhole";
    }

    @Test
    void verifyFence_fenceStands_passesAndLeavesNothingBehind() {
        HeadTable.verifyFence(database);
        HeadTable.verifyFence(database);

        assertThat(JournalRows.value(
                        database, "SELECT count(*) FROM event_journal WHERE persistence_id LIKE '%probe%'"))
                .isEqualTo("0");
        database.query(connection -> {
            assertThat(connection.getAutoCommit()).isTrue();
            return true;
        });
    }

    @Test
    void verifyFence_triggerDisabledOrDropped_isRefused(DatabaseSettings own) {
        Schema.upgrade(own);
        try (Database damaged = Database.open(own.withPoolSize(1))) {
            for (String sql : new String[] {
                "ALTER TABLE event_journal DISABLE TRIGGER seqd_fence", "DROP TRIGGER seqd_fence ON event_journal"
            }) {
                damaged.query(connection -> connection.createStatement().execute(sql));
                assertThatThrownBy(() -> HeadTable.verifyFence(damaged))
                        .isInstanceOf(DatabaseException.class)
                        .hasMessageContaining("lost its fence");
            }
            assertThat(JournalRows.value(damaged, "SELECT count(*) FROM event_journal"))
                    .isEqualTo("0");
        }
    }
}
