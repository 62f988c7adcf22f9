package dev.seqd.allocator;

import dev.seqd.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code cluster_member}: who says that it is a member, by the database's clock. A row belongs to one life of a node: only
 * registering takes over the row of another life at the same address. All calls block. Thread-safe.
 */
final class MemberTable {
    /** "seqdform" in ASCII: the advisory lock under which a cluster is founded. */
    private static final long FORMATION_LOCK = 0x7365_7164_666f_726dL;

    private static final Duration FORGOTTEN_AFTER = Duration.ofHours(1);
    private static final String UPSERT =
            "INSERT INTO cluster_member VALUES (?, ?, ?, clock_timestamp()) ON CONFLICT (address) DO UPDATE"
                    + " SET incarnation = excluded.incarnation, http_endpoint = excluded.http_endpoint,"
                    + " heartbeat = excluded.heartbeat";

    private final Database database;

    MemberTable(Database database) {
        this.database = database;
    }

    /**
     * A member as the table has it.
     *
     * @param address its address, such as {@code pekko://seqd@10.0.0.1:7355}
     * @param incarnation names its life
     * @param silence the time since its last heartbeat
     * @param beats what it has written last to its row in {@code seqd_node_fence}, 0 for nothing
     */
    record Row(String address, String incarnation, Duration silence, long beats) {}

    /** A member as it writes itself down. */
    record Entry(String address, String incarnation, String httpEndpoint) {}

    /** What happens under the formation lock. */
    @FunctionalInterface
    interface UnderLock<T> {
        T run(Locked members) throws SQLException;
    }

    /** The table for whoever holds the formation lock: on the connection that holds it, and so only while it holds it. */
    static final class Locked {
        private final Connection connection;

        private Locked(Connection connection) {
            this.connection = connection;
        }

        List<Row> rows() throws SQLException {
            return MemberTable.rows(connection);
        }

        /** Says that a member lives now, whoever had its address before. */
        void register(Entry self) throws SQLException {
            write(connection, UPSERT, self);
        }
    }

    /** Runs something while nobody else can found a cluster on this schema; {@code otherwise} if somebody is about to. */
    <T> T underFormationLock(UnderLock<T> work, T otherwise) {
        return database.query(connection -> {
            if (!lock(connection, "SELECT pg_try_advisory_lock(?)")) {
                return otherwise;
            }
            T result = workOrUnlock(connection, work);
            unlock(connection);
            return result;
        });
    }

    /** A failure to unlock must not hide why the work failed: it is mostly the same, a lost connection. */
    private static <T> T workOrUnlock(Connection connection, UnderLock<T> work) throws SQLException {
        try {
            return work.run(new Locked(connection));
        } catch (SQLException | RuntimeException e) {
            unlockAfter(connection, e);
            throw e;
        }
    }

    private static void unlockAfter(Connection connection, Exception failure) {
        try {
            unlock(connection);
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    private static void unlock(Connection connection) throws SQLException {
        lock(connection, "SELECT pg_advisory_unlock(?)");
    }

    private static boolean lock(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, FORMATION_LOCK);
            ResultSet row = statement.executeQuery();
            return row.next() && row.getBoolean(1);
        }
    }

    /** All members in the table. */
    List<Row> rows() {
        return database.query(MemberTable::rows);
    }

    private static List<Row> rows(Connection connection) throws SQLException {
        String sql = "SELECT address, incarnation, extract(epoch FROM clock_timestamp() - heartbeat) * 1000 AS silence,"
                + " coalesce(beats, 0) AS beats FROM cluster_member LEFT JOIN seqd_node_fence ON node = incarnation"
                + " ORDER BY address";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            ResultSet row = statement.executeQuery();
            List<Row> rows = new ArrayList<>();
            while (row.next()) {
                Duration silence = Duration.ofMillis(Math.max(0, row.getLong("silence")));
                rows.add(
                        new Row(row.getString("address"), row.getString("incarnation"), silence, row.getLong("beats")));
            }
            return rows;
        }
    }

    /** Says that a member lives now, whoever had its address before. */
    void register(Entry self) {
        database.query(connection -> write(connection, UPSERT, self));
    }

    /** Says that a member lives on; false, and nothing is written, if another life has registered with its address. */
    boolean heartbeat(Entry self) {
        String sql = UPSERT + " WHERE cluster_member.incarnation = excluded.incarnation";
        return database.query(connection -> write(connection, sql, self)) > 0;
    }

    private static int write(Connection connection, String sql, Entry entry) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, entry.address());
            statement.setString(2, entry.incarnation());
            statement.setString(3, entry.httpEndpoint());
            return statement.executeUpdate();
        }
    }

    /** Removes a member that left, and whoever has been silent for an hour. */
    void remove(String address, String incarnation) {
        database.query(connection -> {
            String sql = "DELETE FROM cluster_member WHERE (address = ? AND incarnation = ?)"
                    + " OR heartbeat < clock_timestamp() - make_interval(secs => ?)";
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setString(1, address);
                statement.setString(2, incarnation);
                statement.setDouble(3, (double) FORGOTTEN_AFTER.toSeconds());
                return statement.executeUpdate();
            }
        });
    }

    /** Whether the table is there: an empty database has no schema yet. */
    boolean exists() {
        return database.query(connection -> {
            try (PreparedStatement statement =
                    connection.prepareStatement("SELECT to_regclass('cluster_member') IS NOT NULL")) {
                ResultSet row = statement.executeQuery();
                return row.next() && row.getBoolean(1);
            }
        });
    }
}
