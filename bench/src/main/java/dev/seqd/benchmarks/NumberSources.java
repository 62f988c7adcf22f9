package dev.seqd.benchmarks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.seqd.client.SeqClient;
import dev.seqd.client.Sequence;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The ways to a number that many callers share. */
final class NumberSources {
    static final String SEQD = "seqd";
    static final String NEXTVAL = "SELECT nextval";
    static final String TABLE = "SELECT ... FOR UPDATE";

    /** Connections of each pool. */
    static final int POOL = 32;

    private NumberSources() {}

    /** One client for all callers, as a process has it. */
    static NumberSource seqd(LocalService service, String sequence) {
        SeqClient client = SeqClient.connect(service.endpoints().toArray(String[]::new));
        return new Seqd(client, client.sequence(sequence));
    }

    /** PostgreSQL's own sequence: a statement a number, committed by itself. */
    static NumberSource nextval(LocalService service) throws SQLException {
        HikariDataSource pool = pool(service);
        execute(pool, "CREATE SEQUENCE IF NOT EXISTS bench_nextval");
        return new Nextval(pool);
    }

    /** A row for each counter: locked, read, written and committed for every number. */
    static NumberSource table(LocalService service) throws SQLException {
        HikariDataSource pool = pool(service);
        execute(pool, "CREATE TABLE IF NOT EXISTS bench_segments (name text PRIMARY KEY, next_value bigint NOT NULL)");
        execute(pool, "INSERT INTO bench_segments VALUES ('orders', 1) ON CONFLICT DO NOTHING");
        return new Table(pool);
    }

    private static HikariDataSource pool(LocalService service) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(service.jdbcUrl());
        config.setUsername(service.jdbcUser());
        config.setPassword(service.jdbcPassword());
        config.setMaximumPoolSize(POOL);
        config.setMinimumIdle(POOL);
        return new HikariDataSource(config);
    }

    private static void execute(HikariDataSource pool, String command) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(command);
        }
    }

    private record Seqd(SeqClient client, Sequence sequence) implements NumberSource {
        @Override
        public String label() {
            return SEQD;
        }

        @Override
        public long next() {
            return sequence.next();
        }

        @Override
        public void close() {
            client.close();
        }
    }

    private record Nextval(HikariDataSource pool) implements NumberSource {
        @Override
        public String label() {
            return NEXTVAL;
        }

        @Override
        public long next() throws SQLException {
            try (Connection connection = pool.getConnection();
                    PreparedStatement select = connection.prepareStatement("SELECT nextval('bench_nextval')");
                    ResultSet row = select.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }

        @Override
        public void close() {
            pool.close();
        }
    }

    private record Table(HikariDataSource pool) implements NumberSource {
        @Override
        public String label() {
            return TABLE;
        }

        @Override
        public long next() throws SQLException {
            try (Connection connection = pool.getConnection()) {
                connection.setAutoCommit(false);
                long value = select(connection);
                update(connection, value + 1);
                connection.commit();
                return value;
            }
        }

        private static long select(Connection connection) throws SQLException {
            String sql = "SELECT next_value FROM bench_segments WHERE name = 'orders' FOR UPDATE";
            try (PreparedStatement select = connection.prepareStatement(sql);
                    ResultSet row = select.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }

        private static void update(Connection connection, long value) throws SQLException {
            String sql = "UPDATE bench_segments SET next_value = ? WHERE name = 'orders'";
            try (PreparedStatement update = connection.prepareStatement(sql)) {
                update.setLong(1, value);
                update.executeUpdate();
            }
        }

        @Override
        public void close() {
            pool.close();
        }
    }
}
