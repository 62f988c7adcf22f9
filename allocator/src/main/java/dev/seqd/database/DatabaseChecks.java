package dev.seqd.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refuses a database that cannot keep the promise of unique numbers: one that may forget a commit that it has
 * acknowledged, or cannot be written.
 */
public final class DatabaseChecks {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseChecks.class);
    private static final int OLDEST_VERSION = 130_000;

    private DatabaseChecks() {}

    /**
     * Connects once and checks. Blocks for at most the connect timeout and one answer.
     *
     * @param allowUnsafe log a warning instead of refusing a database that may lose commits; all else is refused anyway
     * @throws DatabaseException with one line that names the reason: not reachable, login refused, older than PostgreSQL
     *     13, a standby, or {@code fsync}, {@code full_page_writes} or {@code synchronous_commit} off
     */
    public static void verify(DatabaseSettings settings, boolean allowUnsafe) {
        try (Connection connection = connect(settings, settings.socketTimeout())) {
            verify(connection, settings, allowUnsafe);
        } catch (SQLException e) {
            throw SqlErrors.wrap("cannot be used", settings, e);
        }
    }

    /** The same on a connection that the caller made and closes. */
    static void verify(Connection connection, DatabaseSettings settings, boolean allowUnsafe) throws SQLException {
        Facts facts = read(connection);
        facts.unusable().ifPresent(reason -> {
            throw new DatabaseException("database " + settings.target() + " cannot be used: " + reason);
        });
        facts.unsafe().ifPresent(reason -> {
            if (!allowUnsafe) {
                throw new DatabaseException("database " + settings.target() + " is refused: " + reason);
            }
            LOG.warn("Database {} is allowed though {}", settings.target(), reason);
        });
    }

    /** A connection outside of any pool, with the options of {@link Database#withOptions}. */
    static Connection connect(DatabaseSettings settings, Duration socketTimeout) throws SQLException {
        Properties login = new Properties();
        login.setProperty("user", settings.user());
        if (settings.password() != null) {
            login.setProperty("password", settings.password());
        }
        String url = Database.withOptions(settings.jdbcUrl(), settings.connectTimeout(), socketTimeout);
        return DriverManager.getConnection(url, login);
    }

    private static Facts read(Connection connection) throws SQLException {
        String sql = "SELECT current_setting('server_version_num')::int, pg_is_in_recovery(), current_setting('fsync'),"
                + " current_setting('full_page_writes'), current_setting('synchronous_commit')";
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return new Facts(row.getInt(1), row.getBoolean(2), row.getString(3), row.getString(4), row.getString(5));
        }
    }

    /** What was read from the server; {@code version} is 130000 for 13.0. */
    record Facts(int version, boolean standby, String fsync, String fullPageWrites, String synchronousCommit) {
        Optional<String> unusable() {
            if (version < OLDEST_VERSION) {
                return Optional.of("it is PostgreSQL " + version / 10_000 + ", seqd needs 13 or newer");
            }
            return standby
                    ? Optional.of("it is a standby (in recovery): give the address of the primary")
                    : Optional.empty();
        }

        Optional<String> unsafe() {
            return off("fsync", fsync)
                    .or(() -> off("full_page_writes", fullPageWrites))
                    .or(() -> off("synchronous_commit", synchronousCommit));
        }

        private static Optional<String> off(String name, String value) {
            return value.equals("off")
                    ? Optional.of(
                            name + " is off, so a crash may lose commits and numbers may come twice: switch it on")
                    : Optional.empty();
        }
    }
}
