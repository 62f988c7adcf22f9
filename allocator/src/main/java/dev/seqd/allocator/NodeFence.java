package dev.seqd.allocator;

import dev.seqd.database.Database;
import dev.seqd.database.DatabaseException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.apache.pekko.Done;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This node's row in {@code seqd_node_fence}, and which server holds it. Who finds a smaller number there than the one that
 * was acknowledged is connected to a database that has lost commits. All calls block. Thread-safe.
 */
final class NodeFence {
    private static final Logger LOG = LoggerFactory.getLogger(NodeFence.class);
    /** How the name of a server begins that takes no writes. */
    static final String STANDBY = "standby";

    private static final String FORBIDDEN = "42501";
    private static final String BEATS = ", (SELECT beats FROM seqd_node_fence WHERE node = ?)";

    /** The time of its start tells a copy from the original: both have the same identifier, and the same timeline at first. */
    private static final String STARTED = "extract(epoch FROM pg_postmaster_start_time())::text";

    private static final String HISTORY = "CASE WHEN pg_is_in_recovery() THEN '" + STANDBY + "' ELSE"
            + " (SELECT system_identifier FROM pg_control_system()) || '/'"
            + " || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END || '/' || " + STARTED;

    private final Database database;
    private final String node;
    private volatile String server = HISTORY;

    /** {@code node} names this life of this node. */
    NodeFence(Database database, String node) {
        this.database = database;
        this.node = node;
    }

    /** Looks at the database. */
    DatabaseLook look() {
        return database.query(this::look);
    }

    /** Looks at the database of a connection. */
    DatabaseLook look(Connection connection) throws SQLException {
        try {
            return look(connection, server);
        } catch (SQLException e) {
            if (!FORBIDDEN.equals(e.getSQLState()) || server.equals(STARTED)) {
                throw e;
            }
            LOG.warn("this role may not read pg_control_system: a changed timeline shows only by the server's restart");
            server = STARTED;
            return look(connection, STARTED);
        }
    }

    private DatabaseLook look(Connection connection, String serverSql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT " + serverSql + BEATS)) {
            statement.setString(1, node);
            ResultSet row = statement.executeQuery();
            row.next();
            return new DatabaseLook(row.getString(1), row.getObject(2, Long.class));
        }
    }

    /** Writes the row, whatever was there, and forgets nodes that have been silent for a day. */
    void enter(long beats) {
        database.query(connection -> {
            String sql = "INSERT INTO seqd_node_fence VALUES (?, ?, clock_timestamp()) ON CONFLICT (node)"
                    + " DO UPDATE SET beats = excluded.beats, at = excluded.at";
            try (PreparedStatement statement = connection.prepareStatement(sql);
                    PreparedStatement forget = connection.prepareStatement(
                            "DELETE FROM seqd_node_fence WHERE at < clock_timestamp() - interval '1 day'")) {
                statement.setString(1, node);
                statement.setLong(2, beats);
                forget.executeUpdate();
                return statement.executeUpdate();
            }
        });
    }

    /** Writes the next number over one that is at least the acknowledged one; false if there is none such. */
    boolean beat(long acknowledged, long next) {
        return database.query(connection -> {
            String sql = "UPDATE seqd_node_fence SET beats = ?, at = clock_timestamp() WHERE node = ? AND beats >= ?";
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setLong(1, next);
                statement.setString(2, node);
                statement.setLong(3, acknowledged);
                return statement.executeUpdate() > 0;
            }
        });
    }

    /** Removes the row, if the database is there. */
    Done leave() {
        try {
            database.query(connection -> {
                try (PreparedStatement statement =
                        connection.prepareStatement("DELETE FROM seqd_node_fence WHERE node = ?")) {
                    statement.setString(1, node);
                    return statement.executeUpdate();
                }
            });
        } catch (DatabaseException e) {
            LOG.debug("the row stays for a day: {}", e.getMessage());
        }
        return Done.getInstance();
    }
}
