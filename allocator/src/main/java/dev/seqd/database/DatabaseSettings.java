package dev.seqd.database;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where the database is and how to talk to it. Immutable.
 *
 * @param jdbcUrl a PostgreSQL address as its JDBC driver takes it, {@code jdbc:postgresql://host:port/database?options}
 * @param user the user to log in as, not blank
 * @param password the password, or null if the server asks for none; never part of {@link #toString}
 * @param poolSize connections kept for plain JDBC, 1 to 100
 * @param connectTimeout limit for making one connection, and for getting one of the pool, from a second to an hour; the
 *     driver counts whole seconds, so it is rounded up
 * @param socketTimeout limit for the answer to one statement, in the same range and rounded likewise; after it the
 *     connection is given up, and whether the statement took effect is unknown
 */
public record DatabaseSettings(
        String jdbcUrl,
        String user,
        @Nullable String password,
        int poolSize,
        Duration connectTimeout,
        Duration socketTimeout) {
    /** The most connections of a pool. */
    public static final int MAX_POOL_SIZE = 100;

    /** The shortest timeout. */
    public static final Duration SHORTEST = Duration.ofSeconds(1);

    /** The longest timeout. */
    public static final Duration LONGEST = Duration.ofHours(1);

    private static final int DEFAULT_POOL_SIZE = 4;
    private static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration DEFAULT_SOCKET_TIMEOUT = Duration.ofSeconds(10);

    /** @throws IllegalArgumentException if a value is outside of its range; the message names it, not the password */
    public DatabaseSettings {
        Objects.requireNonNull(jdbcUrl, "jdbcUrl");
        Objects.requireNonNull(user, "user");
        require(isAddress(jdbcUrl), "jdbcUrl must look like jdbc:postgresql://host:5432/database");
        require(!user.isBlank(), "user must not be blank");
        require(poolSize >= 1 && poolSize <= MAX_POOL_SIZE, "poolSize must be from 1 to 100, not " + poolSize);
        requireTimeout("connectTimeout", connectTimeout);
        requireTimeout("socketTimeout", socketTimeout);
    }

    /** Whether PostgreSQL's driver takes an address. */
    public static boolean isAddress(String jdbcUrl) {
        return JdbcUrl.isValid(jdbcUrl);
    }

    /** With 4 connections, and 10 seconds both to connect and for an answer. */
    public static DatabaseSettings of(String jdbcUrl, String user, @Nullable String password) {
        return new DatabaseSettings(
                jdbcUrl, user, password, DEFAULT_POOL_SIZE, DEFAULT_CONNECT_TIMEOUT, DEFAULT_SOCKET_TIMEOUT);
    }

    /** The same with another number of connections. */
    public DatabaseSettings withPoolSize(int size) {
        return new DatabaseSettings(jdbcUrl, user, password, size, connectTimeout, socketTimeout);
    }

    /** {@link #jdbcUrl} with the driver options of {@link Database#withOptions}. */
    public String jdbcUrlWithOptions() {
        return Database.withOptions(jdbcUrl, connectTimeout, socketTimeout);
    }

    /** The database as people name it: {@code host:port/database}. Options are left out, they may hold a password. */
    public String target() {
        return JdbcUrl.target(jdbcUrl, user);
    }

    /** Without the password and without the address's options. */
    @Override
    public String toString() {
        return "DatabaseSettings[" + target() + ", user=" + user + ", poolSize=" + poolSize + ", connectTimeout="
                + connectTimeout + ", socketTimeout=" + socketTimeout + "]";
    }

    private static void requireTimeout(String name, Duration value) {
        Objects.requireNonNull(value, name);
        require(
                value.compareTo(SHORTEST) >= 0 && value.compareTo(LONGEST) <= 0,
                name + " must be from a second to an hour, not " + value);
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }
}
