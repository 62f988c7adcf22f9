package dev.seqd.allocator;

import dev.seqd.allocator.HeadTable.Head;
import dev.seqd.core.SequenceEvent;
import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceState;
import dev.seqd.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Appends to the journal of a counter without its owner: the head row says all that a recovery would, and the fence lets in
 * only what follows it. An owner that is there is refused at its next write, and recovers. All calls block. Thread-safe.
 */
final class JournalAppender {
    private static final String INSERT = "INSERT INTO event_journal (persistence_id, sequence_number, writer,"
            + " write_timestamp, adapter_manifest, event_ser_id, event_ser_manifest, event_payload)"
            + " VALUES (?, ?, ?, ?, '', ?, ?, ?)";

    private final JournalSerializer serializer = new JournalSerializer();
    private final Database database;
    private final String node;

    /** {@code node} is this node's address, as it stands in the journal. */
    JournalAppender(Database database, String node) {
        this.database = database;
        this.node = node;
    }

    /** What is to be appended to a journal. */
    @FunctionalInterface
    interface Decision extends Function<@Nullable SequenceState, List<? extends SequenceEvent>> {}

    /**
     * Appends, in one transaction, what a decision makes of the head row.
     *
     * @return the state after it; null if there was none and is none
     * @throws DamagedJournalException if the head row cannot be read
     * @throws dev.seqd.core.SeqdException if the decision refuses
     */
    @Nullable
    SequenceState append(SequenceName name, Decision decision) {
        Optional<SequenceState> appended = database.query(connection -> {
            connection.setAutoCommit(false);
            try {
                SequenceState after = append(connection, name, decision);
                connection.commit();
                return Optional.ofNullable(after);
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            }
        });
        return appended.orElse(null);
    }

    private @Nullable SequenceState append(Connection connection, SequenceName name, Decision decision)
            throws SQLException {
        String id = CounterJournal.persistenceId(name).id();
        Head head = HeadTable.locked(connection, id);
        SequenceState state = head.sequence();
        long number = head.sequenceNumber();
        String writer = UUID.randomUUID().toString();
        for (SequenceEvent event : decision.apply(state)) {
            number++;
            JournalEntry entry = new JournalEntry(event, Instant.now().truncatedTo(ChronoUnit.MICROS), node);
            insert(connection, new Row(id, number, writer), entry);
            state = SequenceState.apply(state, event);
        }
        return state;
    }

    private record Row(String id, long number, String writer) {}

    private void insert(Connection connection, Row row, JournalEntry entry) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            statement.setString(1, row.id);
            statement.setLong(2, row.number);
            statement.setString(3, row.writer);
            statement.setLong(4, entry.at().toEpochMilli());
            statement.setInt(5, serializer.identifier());
            statement.setString(6, serializer.manifest(entry));
            statement.setBytes(7, serializer.toBinary(entry));
            statement.executeUpdate();
        }
    }
}
