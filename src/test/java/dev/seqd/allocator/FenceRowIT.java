package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.core.SequenceEvent;
import dev.seqd.core.SequenceName;
import dev.seqd.database.Database;
import dev.seqd.database.DatabaseException;
import dev.seqd.database.DatabaseSettings;
import dev.seqd.database.EmbeddedDatabase;
import dev.seqd.database.Schema;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Instant;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * That the fence of the simulation lets in, and makes of it, exactly what the fence in the database does. {@code
 * -Dseqd.fence.seed=} with a seed that was printed does the same again.
 */
class FenceRowIT {
    private static final int JOURNALS = 40;
    private static final int EVENTS = 60;
    private static final JournalSerializer SERIALIZER = new JournalSerializer();

    @TempDir
    private static Path directory;

    private static EmbeddedDatabase server;
    private static Database database;

    private int accepted;
    private int refusedByNumber;
    private int refused;

    @BeforeAll
    static void open() {
        server = EmbeddedDatabase.start(directory);
        DatabaseSettings settings = DatabaseSettings.of(server.jdbcUrl(), server.user(), server.password());
        Schema.upgrade(settings);
        database = Database.open(settings);
    }

    @AfterAll
    static void close() {
        database.close();
        server.close();
    }

    @Test
    void after_anyEvents_asTheDatabase() {
        Long given = Long.getLong("seqd.fence.seed");
        long seed = given == null ? new SecureRandom().nextLong() : given;
        SplittableRandom random = new SplittableRandom(seed);

        for (int i = 0; i < JOURNALS; i++) {
            compare("s" + i, random, "seed " + seed);
        }

        assertThat(accepted).as("accepted").isGreaterThan(JOURNALS * EVENTS / 10);
        assertThat(refused).as("refused").isGreaterThan(JOURNALS * EVENTS / 10);
        assertThat(refusedByNumber).as("refused by their number").isPositive();
    }

    private void compare(String name, SplittableRandom random, String seed) {
        RandomEvents events = new RandomEvents(random);
        String id = CounterJournal.persistenceId(new SequenceName(name)).id();
        FenceRow row = FenceRow.none();
        for (int i = 0; i < EVENTS; i++) {
            SequenceEvent event = events.next(row.sequence());
            String writer = "w" + random.nextInt(2);
            long number = row.sequenceNumber() + (random.nextInt(20) == 0 ? random.nextInt(3) : 1);
            FenceRow after = simulated(row, event, number, writer);
            boolean isIn = insert(id, event, number, writer);
            assertThat(isIn)
                    .as("%s: %s by %s after %s", seed, event, writer, row)
                    .isEqualTo(after != null);
            row = after == null ? row : after;
            assertThat(columns(id)).as("%s: %s", seed, event).isEqualTo(row.columns());
        }
    }

    private @Nullable FenceRow simulated(FenceRow row, SequenceEvent event, long number, String writer) {
        try {
            FenceRow after = row.after(event, number, writer);
            accepted++;
            return after;
        } catch (FenceRow.Refusal refusal) {
            refusedByNumber += refusal.byNumber() ? 1 : 0;
            refused++;
            return null;
        }
    }

    private static boolean insert(String id, SequenceEvent event, long number, String writer) {
        JournalEntry entry = new JournalEntry(event, Instant.parse("2026-01-02T03:04:05Z"), "test");
        String sql = "INSERT INTO event_journal (persistence_id, sequence_number, writer, write_timestamp,"
                + " adapter_manifest, event_ser_id, event_ser_manifest, event_payload) VALUES (?, ?, ?, 0, '', ?, ?, ?)";
        try {
            return database.query(connection -> {
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                    statement.setString(1, id);
                    statement.setLong(2, number);
                    statement.setString(3, writer);
                    statement.setInt(4, SERIALIZER.identifier());
                    statement.setString(5, SERIALIZER.manifest(entry));
                    statement.setBytes(6, SERIALIZER.toBinary(entry));
                    return statement.executeUpdate() == 1;
                }
            });
        } catch (DatabaseException e) {
            assertThat(FenceRejection.isCauseOf(e)).as("%s", e).isTrue();
            return false;
        }
    }

    private static String columns(String id) {
        String sql =
                "SELECT concat_ws(' ', sequence_number, version, epoch, lap, coalesce(mark::text, '-'), value, called,"
                        + " coalesce(lowest::text, '-'), coalesce(highest::text, '-'), dropped, writer, writer_lap,"
                        + " coalesce(writer_mark::text, '-'), definition ->> 'increment') FROM seqd_sequence"
                        + " WHERE persistence_id = ?";
        return database.query(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setString(1, id);
                ResultSet row = statement.executeQuery();
                return row.next() ? row.getString(1) : "none";
            }
        });
    }
}
