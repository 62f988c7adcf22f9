package dev.seqd.core;

import org.jspecify.annotations.Nullable;

/**
 * A refusal or failure of seqd, with its {@link SeqdError}, a text that says what to do next, and, where PostgreSQL has
 * one for the same fault, the SQLSTATE.
 */
public class SeqdException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final SeqdError error;
    private final @Nullable String sqlState;

    /** A failure without an SQLSTATE. */
    public SeqdException(SeqdError error, String detail) {
        this(error, null, detail);
    }

    /** A failure with the SQLSTATE of the same fault in PostgreSQL, or null where it has none. */
    public SeqdException(SeqdError error, @Nullable String sqlState, String detail) {
        this(error, sqlState, detail, null);
    }

    /** A failure with the cause that led to it. */
    public SeqdException(SeqdError error, @Nullable String sqlState, String detail, @Nullable Throwable cause) {
        super(detail, cause);
        this.error = error;
        this.sqlState = sqlState;
    }

    /** Which failure it is. */
    public SeqdError error() {
        return error;
    }

    /** PostgreSQL's SQLSTATE for the same fault, or null. */
    public @Nullable String sqlState() {
        return sqlState;
    }

    /** The text for people; the same as {@link #getMessage()}, never null. */
    public String detail() {
        String message = getMessage();
        return message == null ? error.code() : message;
    }
}
