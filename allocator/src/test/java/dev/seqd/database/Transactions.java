package dev.seqd.database;

import java.sql.Connection;

/** Several statements as one, for tests. */
public final class Transactions {
    private Transactions() {}

    /** Commits what the work has done; the pool rolls back what was not committed. */
    public static <T> T run(Database database, SqlFunction<Connection, T> work) {
        return database.query(connection -> {
            connection.setAutoCommit(false);
            T result = work.apply(connection);
            connection.commit();
            return result;
        });
    }
}
