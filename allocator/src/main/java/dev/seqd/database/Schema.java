package dev.seqd.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.logging.LogFactory;
import org.flywaydb.core.api.logging.LogLevel;

/**
 * Creates and upgrades the tables of seqd, from versioned SQL files that are never changed once released. The schema is
 * the connection's current one, {@code public} unless the JDBC URL says otherwise; other tables in it are left alone.
 *
 * <p>Any number of nodes may call it at once: it works under an advisory lock of its own, held by a transaction beside
 * Flyway's connections, so that it also holds while Flyway creates its history table.
 */
public final class Schema {
    private static final String LOCATION = "classpath:dev/seqd/schema";
    private static final String HISTORY_TABLE = "seqd_schema_history";
    /** "seqdschm" in ASCII: nobody else's number. */
    private static final long LOCK_KEY = 0x7365_7164_7363_686dL;

    private static final Duration LOCK_WAIT = Duration.ofMinutes(5);

    private Schema() {}

    /**
     * Brings the schema to the version of this program, or finds it there already. Blocks, at most five minutes for
     * other nodes that do the same; the upgrade itself has no time limit.
     *
     * @throws DatabaseException if the schema is newer than this program, an applied file has changed since, a
     *     migration fails (it is rolled back then), or the database cannot be used
     */
    public static void upgrade(DatabaseSettings settings) {
        upgrade(settings, LOCATION);
    }

    /** With SQL files from another Flyway location, for tests. */
    static void upgrade(DatabaseSettings settings, String location) {
        try (Connection connection = DatabaseChecks.connect(settings, Duration.ZERO)) {
            connection.setAutoCommit(false);
            lock(connection);
            migrate(flyway(settings, location), settings);
            connection.commit();
        } catch (SQLException e) {
            throw SqlErrors.wrap("the schema cannot be upgraded", settings, e);
        }
    }

    private static void lock(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET LOCAL lock_timeout = " + LOCK_WAIT.toMillis());
            statement.execute("SET LOCAL idle_in_transaction_session_timeout = 0");
            statement.execute("SELECT pg_advisory_xact_lock(" + LOCK_KEY + ")");
        }
    }

    private static Flyway flyway(DatabaseSettings settings, String location) {
        LogFactory.setLogLevel(LogLevel.WARN);
        String url = Database.withOptions(settings.jdbcUrl(), settings.connectTimeout(), Duration.ZERO);
        return Flyway.configure(Schema.class.getClassLoader())
                .dataSource(url, settings.user(), settings.password())
                .locations(location)
                .failOnMissingLocations(true)
                .table(HISTORY_TABLE)
                .baselineOnMigrate(true) // a schema that holds other tables is no reason to refuse
                .baselineVersion("0")
                .ignoreMigrationPatterns(new String[0]) // by default, newer migrations are ignored
                .load();
    }

    private static void migrate(Flyway flyway, DatabaseSettings settings) {
        try {
            flyway.migrate();
        } catch (FlywayException e) {
            String reason = newerVersion(flyway)
                    .map(version -> "it is at version " + version + ", newer than this seqd knows: start a newer seqd")
                    .orElseGet(() -> SqlErrors.oneLine(e.getMessage()));
            throw new DatabaseException("database " + settings.target() + ": the schema cannot be used: " + reason, e);
        }
    }

    /** The newest version in the database, if this program has no file for it. */
    private static Optional<MigrationVersion> newerVersion(Flyway flyway) {
        try {
            return Arrays.stream(flyway.info().applied())
                    .filter(migration -> migration.getState().name().startsWith("FUTURE"))
                    .map(MigrationInfo::getVersion)
                    .max(MigrationVersion::compareTo);
        } catch (FlywayException e) {
            return Optional.empty(); // the failure that led here says more
        }
    }
}
