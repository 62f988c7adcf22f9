package dev.seqd.allocator;

import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceState;
import dev.seqd.core.SequenceState.Extremes;
import dev.seqd.database.Database;
import dev.seqd.database.DatabaseException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
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
            "name, definition, version, epoch, lap, mark, pending, lowest, highest, created_at, changed_at";

    private final Database database;
    private final Executor blocking;

    HeadTable(Database database, Executor blocking) {
        this.database = database;
        this.blocking = blocking;
    }

    /** The number of a counter's newest event, 0 if it has none. */
    CompletionStage<Long> sequenceNumber(String persistenceId) {
        return async(() -> database.query(connection -> {
            String sql = "SELECT sequence_number FROM seqd_sequence WHERE persistence_id = ?";
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setString(1, persistenceId);
                ResultSet row = statement.executeQuery();
                return row.next() ? row.getLong(1) : 0L;
            }
        }));
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
        Long lowest = nullableLong(row, "lowest");
        Long highest = nullableLong(row, "highest");
        SequenceState state = new SequenceState(
                JournalJson.definition(row.getString("definition")),
                row.getLong("version"),
                row.getLong("epoch"),
                row.getLong("lap"),
                nullableLong(row, "mark"),
                nullableLong(row, "pending"),
                lowest == null || highest == null ? null : new Extremes(lowest, highest),
                false);
        return SequenceDescription.ofJournal(
                row.getString("name"), state, instant(row, "created_at"), instant(row, "changed_at"));
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
