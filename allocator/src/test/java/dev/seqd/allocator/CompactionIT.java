package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.seqd.core.SeqdError;
import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceOptions.Setting;
import dev.seqd.core.Ticker;
import dev.seqd.database.Database;
import dev.seqd.database.DatabaseSettings;
import dev.seqd.database.TestDatabases;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(TestDatabases.class)
class CompactionIT {
    private static final Duration MONTH = Duration.ofDays(30);
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String LOCK = "(8315176962988404080)";
    private static final String SMALL = "seqd.counter.max-wait = 2s";
    /** Each value is an event. */
    private static final SequenceOptions UNHELD = SequenceOptions.NONE.withCache(new Setting(1L));

    private final DatabaseSettings settings;
    private final AllocatorCounts counts = new AllocatorCounts();
    private Database database;
    private Compaction compaction;

    CompactionIT(DatabaseSettings settings) {
        this.settings = settings;
    }

    @BeforeEach
    void open() {
        database = Database.open(settings.withPoolSize(2));
        compaction = new Compaction(database, counts, Ticker.system());
    }

    @AfterEach
    void close() {
        database.close();
    }

    private static long raise(TestNode node, String name, int times) {
        long last = 0;
        for (int i = 0; i < times; i++) {
            last = node.lease(name, 1).block().last();
        }
        return last;
    }

    private void age() {
        execute("UPDATE event_journal SET write_timestamp = write_timestamp - 40::bigint * 86400 * 1000");
    }

    private void execute(String sql) {
        database.query(connection -> connection.createStatement().execute(sql));
    }

    private long events(String name, String what) {
        return Long.parseLong(JournalRows.value(
                database, "SELECT " + what + " FROM event_journal WHERE persistence_id = 'counter|" + name + "'"));
    }

    private void awaitSnapshot(String name, long number) {
        String sql = "SELECT count(*) FROM snapshot WHERE persistence_id = 'counter|" + name
                + "' AND sequence_number >= " + number;
        await().atMost(LIMIT).until(() -> JournalRows.value(database, sql).equals("1"));
    }

    @Test
    void run_oldEventsBelowTheSnapshots_goAndTheCounterGoesOn() {
        long last;
        try (TestNode node = TestNode.joined(settings, SMALL)) {
            node.create("busy", UNHELD);
            node.create("quiet", UNHELD);
            raise(node, "quiet", 5);
            last = raise(node, "busy", 320);
            awaitSnapshot("busy", 300);
        }
        age();
        long newest = events("busy", "max(sequence_number)");
        long quiet = events("quiet", "count(*)");

        assertThat(compaction.run(MONTH)).isEqualTo(199);

        assertThat(events("busy", "min(sequence_number)")).isEqualTo(200);
        assertThat(events("busy", "count(*)")).isEqualTo(newest - 199);
        assertThat(events("quiet", "count(*)")).isEqualTo(quiet);
        assertThat(counts.eventsCompacted().sum()).isEqualTo(199);
        assertThat(compaction.run(MONTH)).isZero();
        JournalRows rows = new JournalRows(database, "busy");
        assertThatThrownBy(() -> rows.raise(150, last + 1000, last + 1010)).matches(FenceRejection::isCauseOf);
        try (TestNode node = TestNode.joined(settings, SMALL)) {
            assertThat(node.lease("busy", 1).block().first()).isEqualTo(last + 1);
            assertThat(node.lease("quiet", 1).block().first()).isEqualTo(6);
            assertThat(node.allocator.counts().corruptions().sum()).isZero();
        }
    }

    @Test
    void run_youngEventsOrOneSnapshotOnly_keepsWhatARecoveryMayRead() {
        try (TestNode node = TestNode.joined(settings, SMALL)) {
            node.create("busy", UNHELD);
            raise(node, "busy", 120);
            awaitSnapshot("busy", 100);

            assertThat(compaction.run(MONTH)).isZero();
            age();
            assertThat(compaction.run(MONTH)).isEqualTo(99);
            raise(node, "busy", 10);
        }
    }

    @Test
    void run_anotherNodeCompacts_leavesItToThat() {
        try (TestNode node = TestNode.joined(settings, SMALL)) {
            node.create("busy", UNHELD);
            raise(node, "busy", 120);
            awaitSnapshot("busy", 100);
        }
        age();
        database.query(other -> {
            other.createStatement().execute("SELECT pg_advisory_lock" + LOCK);
            assertThat(compaction.run(MONTH)).isZero();
            return other.createStatement().execute("SELECT pg_advisory_unlock" + LOCK);
        });
        assertThat(compaction.run(MONTH)).isEqualTo(99);
    }

    /** A thousand events, of which some are deleted by hand, more than a recovery reads at once. */
    private JournalRows torn(int from, int to) {
        JournalRows rows = JournalRows.ofThreeEvents(database, "torn");
        for (int i = 4; i <= 1000; i++) {
            rows.raise(i, i * 10L - 19, i * 10L - 10);
        }
        rows.tamper("DELETE FROM event_journal WHERE persistence_id = $ID AND sequence_number BETWEEN " + from + " AND "
                + to);
        return rows;
    }

    @Test
    void recovery_wideGapBelowTheNewestEvents_goesOnBeyondTheHighestMark() {
        try (TestNode node = TestNode.joined(settings, SMALL)) {
            torn(300, 990);

            assertThat(node.lease("torn", 1).block().first()).isEqualTo(9991);
        }
    }

    @Test
    void recovery_newestEventsGone_refusesAndOthersAreServed() {
        try (TestNode node = TestNode.joined(settings, SMALL)) {
            node.create("whole");
            JournalRows rows = torn(300, 1000);

            assertThat(TestNode.errorOf(node.allocator.lease(new SequenceName("torn"), TestNode.request(1, null))))
                    .isEqualTo(SeqdError.UNAVAILABLE);
            assertThat(node.allocator.counts().corruptions().sum()).isEqualTo(1);
            assertThat(rows.mark()).isEqualTo(9990);
            assertThat(node.lease("whole", 1).block().first()).isEqualTo(1);
        }
    }
}
