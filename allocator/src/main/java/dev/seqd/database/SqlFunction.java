package dev.seqd.database;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A piece of JDBC work that may fail with {@link SQLException}.
 *
 * @param <A> what it works on
 * @param <R> what it returns
 */
@FunctionalInterface
public interface SqlFunction<A, R extends @Nullable Object> {
    /** Does the work. It runs on the caller's thread and may block. */
    R apply(A argument) throws SQLException;
}
