package dev.seqd.database;

import java.sql.ResultSet;
import java.sql.Statement;

/** Short forms for tests. */
final class Sql {
    private Sql() {}

    /** Runs statements, each committed by itself. */
    static void run(DatabaseSettings settings, String... statements) {
        try (Database database = Database.open(settings.withPoolSize(1))) {
            for (String sql : statements) {
                database.query(connection -> {
                    try (Statement statement = connection.createStatement()) {
                        return statement.execute(sql);
                    }
                });
            }
        }
    }

    /** The first column of the first row. */
    static String value(DatabaseSettings settings, String sql) {
        try (Database database = Database.open(settings.withPoolSize(1))) {
            return value(database, sql);
        }
    }

    /** The first column of the first row. */
    static String value(Database database, String sql) {
        return database.query(connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(sql)) {
                row.next();
                return row.getString(1);
            }
        });
    }
}
