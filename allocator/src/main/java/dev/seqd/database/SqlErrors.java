package dev.seqd.database;

import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Says in one line what the database complained about, and what to do about it where that follows from its code. */
final class SqlErrors {
    /** By SQLSTATE, or its first two characters for the whole class (PostgreSQL manual, appendix A). */
    private static final Map<String, String> ADVICE = Map.ofEntries(
            Map.entry("08", "check that it runs and can be reached from here"),
            Map.entry("28", "check user and password"),
            Map.entry("3D", "create the database, or correct its name in the JDBC URL"),
            Map.entry("53100", "its disk is full"),
            Map.entry("53", "it is out of resources, such as connections (max_connections)"),
            Map.entry("57P", "it is starting or stopping, try again"),
            Map.entry("25006", "it takes no writes, give the address of the primary"),
            Map.entry("42501", "grant the user that right"),
            Map.entry("42P01", "the schema is missing or another one is in the search path"));

    private SqlErrors() {}

    /**
     * The failure as an unchecked exception.
     *
     * @param what what went wrong, between the database's name and the driver's message: "statement failed"
     */
    static DatabaseException wrap(String what, DatabaseSettings settings, SQLException failure) {
        SQLException telling = telling(failure);
        String message = "database " + settings.target() + ": " + what + ": " + oneLine(telling.getMessage());
        String advice = advice(String.valueOf(telling.getSQLState()));
        return new DatabaseException(advice.isEmpty() ? message : message + "; " + advice, failure);
    }

    /** A pool's timeout tells less than the driver's failure behind it. */
    private static SQLException telling(SQLException failure) {
        SQLException telling = failure;
        while (telling.getCause() instanceof SQLException cause) {
            telling = cause;
        }
        return telling;
    }

    /** A message without line breaks and full stop, to go on after it. */
    static String oneLine(@Nullable String message) {
        return String.valueOf(message).strip().replaceAll("\\s*\\n\\s*", " ").replaceFirst("\\.$", "");
    }

    private static String advice(String state) {
        for (int length = Math.min(5, state.length()); length >= 2; length--) {
            String advice = ADVICE.get(state.substring(0, length));
            if (advice != null) {
                return advice;
            }
        }
        return "";
    }
}
