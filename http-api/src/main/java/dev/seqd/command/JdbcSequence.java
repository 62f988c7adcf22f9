package dev.seqd.command;

import dev.seqd.bench.ReferenceSequence;
import dev.seqd.database.DatabaseException;
import dev.seqd.database.DatabaseSettings;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL sequence made for a bench, whose callers have a connection each, as an application without seqd would. Not
 * thread-safe, but its callers run beside each other.
 */
final class JdbcSequence implements ReferenceSequence {
    private static final int NAMES = 1 << 24;

    private final DatabaseSettings settings;
    private final String name =
            String.format("seqd_bench_strict_%06x", ThreadLocalRandom.current().nextInt(NAMES));
    private final List<Connection> connections = new ArrayList<>();

    private JdbcSequence(DatabaseSettings settings) {
        this.settings = settings;
    }

    /**
     * Creates a sequence with PostgreSQL's defaults.
     *
     * @throws IllegalArgumentException if URL or user are malformed
     * @throws DatabaseException if the database cannot be reached or refuses
     */
    static JdbcSequence create(String url, String user, @Nullable String password) {
        JdbcSequence sequence = new JdbcSequence(DatabaseSettings.of(url, user, password));
        sequence.execute("CREATE SEQUENCE " + sequence.name);
        return sequence;
    }

    private void execute(String command) {
        try (Connection connection = open();
                Statement statement = connection.createStatement()) {
            statement.execute(command);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private Connection open() throws SQLException {
        return DriverManager.getConnection(settings.jdbcUrlWithOptions(), settings.user(), settings.password());
    }

    @Override
    public LongSupplier connect() {
        try {
            Connection connection = open();
            connections.add(connection);
            PreparedStatement nextval = connection.prepareStatement("SELECT nextval('" + name + "')");
            return () -> next(nextval);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private long next(PreparedStatement nextval) {
        try (ResultSet result = nextval.executeQuery()) {
            result.next();
            return result.getLong(1);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private DatabaseException failed(SQLException e) {
        return new DatabaseException("database " + settings.target() + ": " + e.getMessage(), e);
    }

    @Override
    public void close() {
        for (Connection connection : connections) {
            try {
                connection.close();
            } catch (SQLException e) {
                throw failed(e);
            }
        }
        execute("DROP SEQUENCE " + name);
    }
}
