package dev.seqd.allocator;

import dev.seqd.core.Cursor;
import dev.seqd.core.Extremes;
import dev.seqd.core.Reach;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceDefinition;
import dev.seqd.core.SequenceState;
import dev.seqd.database.Database;
import dev.seqd.database.DatabaseException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code seqd_sequence}, the table in which the fence keeps one row per counter: the number of its newest event, and
 * what the journal says about it. Thread-safe; calls run on the given executor.
 */
final class HeadTable {
    /** The type of the sharded entity, which is also the first part of a persistence id. */
    static final String ENTITY_TYPE = "counter";

    private static final String PROBE = ENTITY_TYPE + "|.fence-probe";
    private static final String COLUMNS =
            "name, sequence_number, definition, version, epoch, lap, mark, value, called, lowest, highest, dropped, created_at,"
                    + " changed_at, change_id";

    private final Database database;
    private final Executor blocking;

    HeadTable(Database database, Executor blocking) {
        this.database = database;
        this.blocking = blocking;
    }

    /**
     * A counter's row.
     *
     * @param sequenceNumber the number of its newest event, 0 if it has none
     * @param sequence what its journal says, null if it has no event
     */
    record Head(long sequenceNumber, @Nullable SequenceState sequence) {
        static final Head NONE = new Head(0, null);
    }

    /**
     * A counter's row, and what else the database of that moment says.
     *
     * @param head the row
     * @param look the database
     */
    record Reading(Head head, DatabaseLook look) {}

    /**
     * A counter's row, and the database that it comes from; fails with a {@link DamagedJournalException} if the row cannot
     * be read.
     */
    CompletionStage<Reading> reading(String persistenceId, NodeFence fence) {
        return async(() -> database.query(connection -> {
            Head head = head(connection, persistenceId, "");
            return new Reading(head, fence.look(connection));
        }));
    }

    /** A counter's row, which nobody else can change until the transaction ends. */
    static Head locked(Connection connection, String persistenceId) throws SQLException {
        return head(connection, persistenceId, " FOR UPDATE");
    }

    private static Head head(Connection connection, String persistenceId, String locking) throws SQLException {
        String sql = "SELECT " + COLUMNS + " FROM seqd_sequence WHERE persistence_id = ?" + locking;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, persistenceId);
            ResultSet row = statement.executeQuery();
            return row.next() ? new Head(row.getLong("sequence_number"), sequence(row)) : Head.NONE;
        }
    }

    /** What the journals of some sequences say, without those that have none or cannot be read. Blocks. */
    Map<String, SequenceState> states(Collection<String> names) {
        String sql = "SELECT " + COLUMNS + " FROM seqd_sequence WHERE name = ANY (?)";
        return database.query(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setArray(1, connection.createArrayOf("text", names.toArray()));
                ResultSet row = statement.executeQuery();
                Map<String, SequenceState> found = new HashMap<>();
                while (row.next()) {
                    SequenceState state = legible(row);
                    if (state != null) {
                        found.put(row.getString("name"), state);
                    }
                }
                return found;
            }
        });
    }

    /** The number of the newest change of all, 0 if there was none. */
    CompletionStage<Long> newestChange() {
        return async(() -> database.query(connection -> {
            String sql = "SELECT coalesce(max(change_id), 0) FROM seqd_sequence";
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                ResultSet row = statement.executeQuery();
                row.next();
                return row.getLong(1);
            }
        }));
    }

    /** The sequences that changed after a change, in the order of their changes. */
    CompletionStage<List<SequenceNews>> changesAfter(long changeId, int limit) {
        String sql = "SELECT " + COLUMNS + " FROM seqd_sequence WHERE change_id > ? ORDER BY change_id LIMIT ?";
        return async(() -> database.query(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setLong(1, changeId);
                statement.setInt(2, limit);
                ResultSet row = statement.executeQuery();
                List<SequenceNews> found = new ArrayList<>();
                while (row.next()) {
                    found.add(new SequenceNews(row.getLong("change_id"), row.getString("name"), legible(row)));
                }
                return found;
            }
        }));
    }

    private static @Nullable SequenceState legible(ResultSet row) throws SQLException {
        try {
            return sequence(row);
        } catch (DamagedJournalException e) {
            return null;
        }
    }

    /**
     * The sequences whose names begin with a prefix and come after another name, in the order of their names' code points.
     * What they say is what the journal knows: their {@code next} lies beyond the mark.
     */
    CompletionStage<List<SequenceDescription>> list(String prefix, String afterName, int limit) {
        String sql = "SELECT " + COLUMNS + " FROM seqd_sequence WHERE NOT dropped AND name > ? AND starts_with(name, ?)"
                + " ORDER BY name LIMIT ?";
        return async(() -> database.query(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setString(1, afterName);
                statement.setString(2, prefix);
                statement.setInt(3, limit);
                ResultSet row = statement.executeQuery();
                List<SequenceDescription> found = new ArrayList<>();
                while (row.next()) {
                    found.add(description(row));
                }
                return found;
            }
        }));
    }

    private static SequenceDescription description(ResultSet row) throws SQLException {
        return SequenceDescription.ofJournal(
                row.getString("name"), sequence(row), instant(row, "created_at"), instant(row, "changed_at"));
    }

    private static SequenceState sequence(ResultSet row) throws SQLException {
        SequenceDefinition definition = JournalJson.definition(row.getString("definition"));
        Cursor cursor = new Cursor(row.getLong("value"), row.getBoolean("called"));
        try {
            Extremes extremes = Extremes.ofNullable(nullableLong(row, "lowest"), nullableLong(row, "highest"));
            Reach reach = new Reach(row.getLong("lap"), nullableLong(row, "mark"), cursor, extremes);
            long version = row.getLong("version");
            return new SequenceState(definition, version, row.getLong("epoch"), reach, row.getBoolean("dropped"));
        } catch (IllegalArgumentException e) {
            throw new DamagedJournalException("the head table says the impossible: " + e.getMessage(), e);
        }
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    private static @Nullable Long nullableLong(ResultSet row, String column) throws SQLException {
        return row.getObject(column, Long.class);
    }

    /**
     * Proves that the fence stands: an event that does not follow its head must be refused. Blocks.
     *
     * @throws DatabaseException if it is let in, or the question cannot be asked
     */
    static void verifyFence(Database database) {
        boolean refused = database.query(connection -> {
            connection.setAutoCommit(false);
            String sql = "INSERT INTO event_journal (persistence_id, sequence_number, writer, event_ser_id,"
                    + " event_ser_manifest, event_payload) VALUES (?, 2, 'fence-probe', 0, 'raised', '{}')";
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setString(1, PROBE);
                statement.executeUpdate();
                return false;
            } catch (SQLException e) {
                if (FenceRejection.isCauseOf(e)) {
                    return true;
                }
                throw e;
            } finally {
                connection.rollback();
            }
        });
        if (!refused) {
            throw new DatabaseException(
                    "the journal has lost its fence (trigger seqd_fence on event_journal); without it numbers could come"
                            + " twice. Restore the schema before starting seqd");
        }
    }

    private <T> CompletionStage<T> async(Supplier<T> query) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return query.get();
                    } catch (DatabaseException e) {
                        throw new SeqdException(
                                SeqdError.UNAVAILABLE, null, "the database does not answer; try again", e);
                    }
                },
                blocking);
    }
}
