package dev.seqd.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A small pool of connections for plain JDBC beside the journal's own. Every call blocks its thread: not for an actor's
 * dispatcher. Thread-safe. Who opens it closes it.
 */
public final class Database implements AutoCloseable {
    private final DatabaseSettings settings;
    private final HikariDataSource pool;

    private Database(DatabaseSettings settings, HikariDataSource pool) {
        this.settings = settings;
        this.pool = pool;
    }

    /** Makes the pool without connecting; {@link DatabaseChecks#verify} tells first whether the database will do. */
    public static Database open(DatabaseSettings settings) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("seqd");
        config.setJdbcUrl(settings.jdbcUrlWithOptions());
        config.setUsername(settings.user());
        config.setPassword(settings.password());
        config.setMaximumPoolSize(settings.poolSize());
        config.setConnectionTimeout(settings.connectTimeout().toMillis());
        config.setValidationTimeout(settings.connectTimeout().dividedBy(2).toMillis());
        config.setInitializationFailTimeout(-1);
        return new Database(settings, new HikariDataSource(config));
    }

    /**
     * Runs work on a connection that commits each statement by itself.
     *
     * @return what the work returns
     * @throws DatabaseException if no connection comes within the connect timeout, a statement fails, or its answer does
     *     not come within the socket timeout; in the last case it may have taken effect
     */
    public <T extends @Nullable Object> T query(SqlFunction<Connection, T> work) {
        try (Connection connection = pool.getConnection()) {
            return work.apply(connection);
        } catch (SQLException e) {
            throw SqlErrors.wrap("statement failed", settings, e);
        }
    }

    /** Closes the connections. Work that still runs fails. A second call does nothing. */
    @Override
    public void close() {
        pool.close();
    }

    /**
     * Adds what every connection of ours uses to a JDBC address: limits for connecting and for answers, keep-alive, a
     * name for the server's lists, the primary if several hosts are given, and {@code synchronous_commit=on} for the
     * session. What the address sets itself stays, except {@code synchronous_commit}, where only the stronger
     * {@code remote_apply} stays.
     *
     * @param jdbcUrl an address that {@link DatabaseSettings} takes
     * @param connectTimeout limit for making a connection, rounded up to whole seconds
     * @param socketTimeout limit for one answer, rounded up to whole seconds; zero for none
     */
    public static String withOptions(String jdbcUrl, Duration connectTimeout, Duration socketTimeout) {
        JdbcUrl url = new JdbcUrl(jdbcUrl)
                .withDefault("ApplicationName", "seqd")
                .withDefault("connectTimeout", seconds(connectTimeout))
                .withDefault("loginTimeout", seconds(connectTimeout))
                .withDefault("socketTimeout", seconds(socketTimeout))
                .withDefault("tcpKeepAlive", "true")
                .withSessionParameter("synchronous_commit", "on", "remote_apply");
        if (url.hasSeveralHosts()) {
            url.withDefault("targetServerType", "primary");
        }
        return url.toString();
    }

    private static String seconds(Duration timeout) {
        return Long.toString(timeout.plusNanos(999_999_999).toSeconds());
    }
}
