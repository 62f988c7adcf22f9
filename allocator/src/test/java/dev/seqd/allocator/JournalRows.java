package dev.seqd.allocator;

import dev.seqd.core.Block;
import dev.seqd.core.SequenceDefinition;
import dev.seqd.core.SequenceEvent;
import dev.seqd.core.SequenceEvent.Created;
import dev.seqd.core.SequenceEvent.HighWaterRaised;
import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceOptions;
import dev.seqd.database.Database;
import dev.seqd.database.Transactions;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.util.UUID;

/** The rows of one counter, written and read by plain JDBC, as another writer or an operator would. */
final class JournalRows {
    private static final JournalSerializer SERIALIZER = new JournalSerializer();

    private final Database database;
    private final String id;

    JournalRows(Database database, String name) {
        this.database = database;
        this.id = CounterJournal.persistenceId(new SequenceName(name)).id();
    }

    /** A sequence with 3 events, in which 1 to 20 were raised. */
    static JournalRows ofThreeEvents(Database database, String name) {
        JournalRows rows = new JournalRows(database, name);
        rows.write(1, new Created(SequenceDefinition.of(SequenceOptions.NONE), 1));
        rows.raise(2, 1, 10);
        rows.raise(3, 11, 20);
        return rows;
    }

    void write(long number, SequenceEvent event) {
        JournalEntry entry = new JournalEntry(event, Instant.parse("2026-01-02T03:04:05Z"), "test");
        write(UUID.randomUUID().toString(), number, SERIALIZER.manifest(entry), SERIALIZER.toBinary(entry));
    }

    void write(long number, String manifest, String json) {
        write(UUID.randomUUID().toString(), number, manifest, json.getBytes(StandardCharsets.UTF_8));
    }

    void raise(long number, long first, long last) {
        write(number, raised(first, last));
    }

    static HighWaterRaised raised(long first, long last) {
        long increment = last < first ? -1 : 1;
        return new HighWaterRaised(new Block(first, increment, Math.abs(last - first) + 1, 1, 1));
    }

    /** Writes as one writer who may come again. */
    void writeAs(String writer, long number, SequenceEvent event) {
        JournalEntry entry = new JournalEntry(event, Instant.parse("2026-01-02T03:04:05Z"), "test");
        write(writer, number, SERIALIZER.manifest(entry), SERIALIZER.toBinary(entry));
    }

    private void write(String writer, long number, String manifest, byte[] payload) {
        database.query(connection -> {
            String sql = "INSERT INTO event_journal (persistence_id, sequence_number, writer, write_timestamp,"
                    + " adapter_manifest, event_ser_id, event_ser_manifest, event_payload)"
                    + " VALUES (?, ?, ?, 0, '', ?, ?, ?)";
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setString(1, id);
                statement.setLong(2, number);
                statement.setString(3, writer);
                statement.setInt(4, SERIALIZER.identifier());
                statement.setString(5, manifest);
                statement.setBytes(6, payload);
                return statement.executeUpdate();
            }
        });
    }

    /** The head row in one line. */
    String head() {
        return value("SELECT concat_ws(' ', 'event', sequence_number, 'version', version, 'epoch', epoch, 'lap', lap,"
                + " 'mark', coalesce(mark::text, '-'), 'at', value, called, 'extremes',"
                + " coalesce(lowest::text, '-'), coalesce(highest::text, '-'), 'dropped', dropped)"
                + " FROM seqd_sequence WHERE persistence_id = '" + id + "'");
    }

    long count(String manifest) {
        return Long.parseLong(value("SELECT count(*) FROM event_journal WHERE persistence_id = '" + id
                + "' AND event_ser_manifest = '" + manifest + "'"));
    }

    /** The number of the last event. */
    long last() {
        return Long.parseLong(value("SELECT sequence_number FROM seqd_sequence WHERE persistence_id = '" + id + "'"));
    }

    long mark() {
        return Long.parseLong(value("SELECT mark FROM seqd_sequence WHERE persistence_id = '" + id + "'"));
    }

    /** Runs a statement past the fence; {@code $ID} stands for the persistence id. */
    void tamper(String sql) {
        Transactions.run(database, connection -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET LOCAL session_replication_role = replica");
                return statement.execute(sql.replace("$ID", "'" + id + "'"));
            }
        });
    }

    private String value(String sql) {
        return value(database, sql);
    }

    static String value(Database database, String sql) {
        return database.query(connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(sql)) {
                return row.next() ? row.getString(1) : "none";
            }
        });
    }
}
