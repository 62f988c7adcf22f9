package dev.seqd.database;

import org.jspecify.annotations.Nullable;

/**
 * The database refused or failed. The message is one line, says what to do where that is known, and never holds a
 * password. A failure of the driver is kept as the cause.
 */
public final class DatabaseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Without a cause: what was found is in the message. */
    public DatabaseException(String message) {
        super(message);
    }

    /** With the failure that led to it. */
    public DatabaseException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
