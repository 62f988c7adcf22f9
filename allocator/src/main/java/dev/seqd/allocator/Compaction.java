package dev.seqd.allocator;

import dev.seqd.core.Ticker;
import dev.seqd.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes old events that no recovery reads: those below the older of a counter's two newest snapshots. So whatever recovery
 * begins with, every event after it is there, and a counter without a snapshot keeps all. The fence does not need them: it
 * compares with the head row. One node at a time, in small transactions of their own, which no writer waits for. Blocks.
 * Thread-safe.
 */
final class Compaction {
    private static final Logger LOG = LoggerFactory.getLogger(Compaction.class);
    /** "seqdcomp" in ASCII: the advisory lock of whoever compacts. */
    private static final long LOCK = 0x7365_7164_636f_6d70L;

    private static final int BATCH = 1000;
    private static final int COUNTERS = 1000;
    /** With this a run ends, and the next one goes on. */
    private static final long MOST_EVENTS = 1_000_000;

    private static final String BOUNDS =
            "SELECT id, (SELECT min(sequence_number) FROM (SELECT sequence_number FROM snapshot"
                    + " WHERE persistence_id = id ORDER BY sequence_number DESC LIMIT 2) AS newest)"
                    + " FROM (SELECT DISTINCT persistence_id AS id FROM snapshot WHERE persistence_id > ?"
                    + " ORDER BY persistence_id LIMIT " + COUNTERS + ") AS page"
                    + " ORDER BY id";
    private static final String DELETE = "DELETE FROM event_journal WHERE (persistence_id, sequence_number) IN"
            + " (SELECT persistence_id, sequence_number FROM event_journal WHERE persistence_id = ?"
            + " AND sequence_number < ? AND write_timestamp < (extract(epoch FROM clock_timestamp()) - ?) * 1000"
            + " ORDER BY sequence_number LIMIT " + BATCH + ")";

    private final Database database;
    private final AllocatorCounts counts;
    private final Ticker ticker;

    Compaction(Database database, AllocatorCounts counts, Ticker ticker) {
        this.database = database;
        this.counts = counts;
        this.ticker = ticker;
    }

    /**
     * Compacts, unless another node does.
     *
     * @param olderThan how old an event must be, by the time its writer gave it
     * @return how many events were deleted
     */
    long run(Duration olderThan) {
        long beganNanos = ticker.nanos();
        return database.query(connection -> {
            if (!lock(connection, "SELECT pg_try_advisory_lock(?)")) {
                LOG.info("the journal is being compacted by another node");
                return 0L;
            }
            try {
                return compact(connection, olderThan, beganNanos);
            } finally {
                lock(connection, "SELECT pg_advisory_unlock(?)");
            }
        });
    }

    private static boolean lock(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, LOCK);
            ResultSet row = statement.executeQuery();
            return row.next() && row.getBoolean(1);
        }
    }

    private long compact(Connection connection, Duration olderThan, long beganNanos) throws SQLException {
        long deleted = 0;
        long counters = 0;
        Map<String, Long> bounds = bounds(connection, "");
        while (!bounds.isEmpty() && deleted < MOST_EVENTS) {
            String last = "";
            for (Map.Entry<String, Long> bound : bounds.entrySet()) {
                long ofOne = deleteBelow(connection, bound, olderThan);
                deleted += ofOne;
                counters += ofOne > 0 ? 1 : 0;
                last = bound.getKey();
            }
            bounds = bounds(connection, last);
        }
        LOG.info(
                "compacted the journal: {} events of {} sequences, older than {} and below their snapshots, in {} ms{}",
                deleted,
                counters,
                olderThan,
                Duration.ofNanos(ticker.nanos() - beganNanos).toMillis(),
                bounds.isEmpty() ? "" : "; more are left for the next time");
        return deleted;
    }

    /** The next counters that have a snapshot, and the number of the older of its two newest ones. */
    private static Map<String, Long> bounds(Connection connection, String after) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(BOUNDS)) {
            statement.setString(1, after);
            ResultSet row = statement.executeQuery();
            Map<String, Long> bounds = new LinkedHashMap<>();
            while (row.next()) {
                bounds.put(row.getString(1), row.getLong(2));
            }
            return bounds;
        }
    }

    private long deleteBelow(Connection connection, Map.Entry<String, Long> bound, Duration olderThan)
            throws SQLException {
        long all = 0;
        int deleted = BATCH;
        try (PreparedStatement statement = connection.prepareStatement(DELETE)) {
            while (deleted == BATCH && all < MOST_EVENTS) {
                statement.setString(1, bound.getKey());
                statement.setLong(2, bound.getValue());
                statement.setLong(3, olderThan.toSeconds());
                deleted = statement.executeUpdate();
                all += deleted;
                counts.eventsCompacted().add(deleted);
            }
        }
        return all;
    }
}
