package dev.seqd.semantics;

import dev.seqd.core.Cursor;
import dev.seqd.core.SequenceType;
import java.sql.Array;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A temporary sequence {@code s} of a real PostgreSQL: runs whole histories in one call each. Not thread-safe. */
final class PostgresSequence implements AutoCloseable {
    private static final String RUN_HISTORY = """
            CREATE FUNCTION pg_temp.run_history(statements text[]) RETURNS TABLE (
                value bigint, code text, message text, last_value bigint, is_called boolean,
                type text, start bigint, increment bigint, min bigint, max bigint, cycle boolean)
            LANGUAGE plpgsql AS $$
            DECLARE
                statement text;
            BEGIN
                FOREACH statement IN ARRAY statements LOOP
                    value := NULL;
                    code := NULL;
                    message := NULL;
                    BEGIN
                        IF statement LIKE 'SELECT%' THEN
                            EXECUTE statement INTO value;
                        ELSE
                            EXECUTE statement;
                        END IF;
                    EXCEPTION WHEN OTHERS THEN
                        code := SQLSTATE;
                        message := SQLERRM;
                    END;
                    SELECT d.last_value, d.is_called, format_type(q.seqtypid, NULL),
                            q.seqstart, q.seqincrement, q.seqmin, q.seqmax, q.seqcycle
                        INTO last_value, is_called, type, start, increment, min, max, cycle
                        FROM pg_sequence q, pg_get_sequence_data(q.seqrelid) d
                        WHERE q.seqrelid = to_regclass('s');
                    RETURN NEXT;
                END LOOP;
            END
            $$""";

    private final Connection connection;
    private final PreparedStatement run;

    PostgresSequence(String url, String user, String password) throws SQLException {
        connection = DriverManager.getConnection(url, user, password);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET synchronous_commit = off");
            statement.execute("SET search_path = pg_temp");
            statement.execute(RUN_HISTORY);
        }
        connection.setAutoCommit(false);
        run = connection.prepareStatement("SELECT * FROM pg_temp.run_history(?)");
    }

    /** What each operation comes to. Nothing is left afterwards. */
    List<Step> run(History history) {
        try {
            Array statements = connection.createArrayOf(
                    "text", history.operations().stream().map(Operation::sql).toArray());
            run.setArray(1, statements);
            try (ResultSet rows = run.executeQuery()) {
                return steps(rows);
            } finally {
                connection.rollback();
            }
        } catch (SQLException e) {
            throw new IllegalStateException("PostgreSQL cannot run" + history, e);
        }
    }

    private static List<Step> steps(ResultSet rows) throws SQLException {
        List<Step> steps = new ArrayList<>();
        while (rows.next()) {
            Outcome outcome = new Outcome(number(rows, "value"), rows.getString("code"), rows.getString("message"));
            steps.add(new Step(outcome, standing(rows)));
        }
        return steps;
    }

    private static @Nullable Standing standing(ResultSet row) throws SQLException {
        String type = row.getString("type");
        if (type == null) {
            return null;
        }
        return new Standing(
                SequenceType.ofSqlName(type),
                row.getLong("start"),
                row.getLong("increment"),
                row.getLong("min"),
                row.getLong("max"),
                row.getBoolean("cycle"),
                new Cursor(row.getLong("last_value"), row.getBoolean("is_called")));
    }

    private static @Nullable Long number(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
