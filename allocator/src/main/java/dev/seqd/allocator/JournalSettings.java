package dev.seqd.allocator;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import dev.seqd.database.DatabaseSettings;
import dev.seqd.database.EmbeddedDatabase;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The {@code seqd.journal} section.
 *
 * @param jdbcUrl the PostgreSQL that holds the journal, empty for an embedded one
 * @param user the user to log in as there
 * @param password the password there, null for none; never part of {@link #toString}
 * @param poolSize connections for the journal, and as many for plain JDBC, 1 to 100
 * @param connectionTimeout how long a connection may take, 1 second to 1 hour
 * @param socketTimeout how long an answer may take, 1 second to 1 hour
 * @param writeQueue writes that may wait for the database, at least 1
 * @param allowUnsafe whether a database is taken that may lose commits
 * @param retention how old an event must be before it is deleted, if a snapshot makes it needless
 */
public record JournalSettings(
        String jdbcUrl,
        String user,
        @Nullable String password,
        int poolSize,
        Duration connectionTimeout,
        Duration socketTimeout,
        int writeQueue,
        boolean allowUnsafe,
        Duration retention) {
    private static final String PATH = "seqd.journal.";

    /**
     * Reads the section.
     *
     * @throws ConfigException naming the path of a missing or bad value
     */
    public static JournalSettings of(Config root) {
        String password = root.getString(PATH + "password");
        return new JournalSettings(
                address(root),
                user(root),
                password.isEmpty() ? null : password,
                (int) Settings.between(root, PATH + "pool-size", 1, DatabaseSettings.MAX_POOL_SIZE),
                timeout(root, PATH + "connection-timeout"),
                timeout(root, PATH + "socket-timeout"),
                (int) Settings.between(root, PATH + "write-queue", 1, Integer.MAX_VALUE),
                root.getBoolean(PATH + "allow-unsafe"),
                Settings.positive(root, PATH + "retention"));
    }

    private static String address(Config root) {
        String address = root.getString(PATH + "jdbc-url");
        if (!address.isEmpty() && !DatabaseSettings.isAddress(address)) {
            throw Settings.bad(root, PATH + "jdbc-url", "must look like jdbc:postgresql://host:5432/database");
        }
        return address;
    }

    private static String user(Config root) {
        String user = root.getString(PATH + "user");
        if (user.isBlank()) {
            throw Settings.bad(root, PATH + "user", "must not be blank");
        }
        return user;
    }

    private static Duration timeout(Config root, String path) {
        return Settings.between(root, path, DatabaseSettings.SHORTEST, DatabaseSettings.LONGEST);
    }

    /** Whether this node runs a database of its own. */
    public boolean isEmbedded() {
        return jdbcUrl.isEmpty();
    }

    /** The database at the address of this section, which must have one. */
    public DatabaseSettings database() {
        return new DatabaseSettings(jdbcUrl, user, password, poolSize, connectionTimeout, socketTimeout);
    }

    /** An embedded database, with the pool size and the timeouts of this section. */
    public DatabaseSettings database(EmbeddedDatabase embedded) {
        return new DatabaseSettings(
                embedded.jdbcUrl(), embedded.user(), embedded.password(), poolSize, connectionTimeout, socketTimeout);
    }

    /** Without the password, and without the address, whose options may hold one. */
    @Override
    public String toString() {
        return "JournalSettings[embedded=" + isEmbedded() + ", user=" + user + ", poolSize=" + poolSize
                + ", connectionTimeout=" + connectionTimeout + ", socketTimeout=" + socketTimeout + ", writeQueue="
                + writeQueue + ", allowUnsafe=" + allowUnsafe + ", retention=" + retention + "]";
    }
}
