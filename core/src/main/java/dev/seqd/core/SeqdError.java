package dev.seqd.core;

/**
 * Every way in which seqd refuses or fails, as one table: the code that travels, its HTTP status, whether the failure is
 * <em>definite</em> (the request had no effect and never will) and whether the same request may succeed when repeated.
 *
 * <p>An indefinite failure may have burnt a range of values; that range is never handed out to anybody.
 */
public enum SeqdError {
    /** Malformed body, unknown field, or a count out of range. */
    INVALID_REQUEST("invalid-request", 400, true, false),
    /** A name that breaks a rule of {@link SequenceName}. */
    INVALID_NAME("invalid-name", 400, true, false),
    /** The request carried no token, or one that is unknown or no longer valid. */
    UNAUTHENTICATED("unauthenticated", 401, true, false),
    /** The token's scope lacks this name or what is asked of it. */
    FORBIDDEN("forbidden", 403, true, false),
    /** The sequence was never created, or was dropped. */
    UNKNOWN_SEQUENCE("unknown-sequence", 404, true, false),
    /** No node of this name is in the cluster (any more). */
    UNKNOWN_NODE("unknown-node", 404, true, false),
    /** Another definition holds the name. */
    SEQUENCE_EXISTS("sequence-exists", 409, true, false),
    /** The change could hand out values a second time. */
    WOULD_REUSE("would-reuse", 409, true, false),
    /** The caller's last value lies beyond the journaled mark, and the mark may not be moved past it. */
    BEYOND_MARK("beyond-mark", 409, true, false),
    /** The bound is reached and the sequence does not cycle. */
    EXHAUSTED("exhausted", 409, true, false),
    /** The definition changed since the caller read it. */
    PRECONDITION_FAILED("precondition-failed", 412, true, false),
    /** A request body over 64 KiB. */
    PAYLOAD_TOO_LARGE("payload-too-large", 413, true, false),
    /** A definition that breaks a rule of {@link SequenceDefinition}. */
    INVALID_DEFINITION("invalid-definition", 422, true, false),
    /** A queue or rate limit is reached; nothing was taken. */
    OVERLOADED("overloaded", 429, true, true),
    /** The journal or the counter's owner did not answer in time; the outcome is unknown. */
    UNAVAILABLE("unavailable", 503, false, true);

    private final String code;
    private final int httpStatus;
    private final boolean definite;
    private final boolean retryable;

    SeqdError(String code, int httpStatus, boolean definite, boolean retryable) {
        this.code = code;
        this.httpStatus = httpStatus;
        this.definite = definite;
        this.retryable = retryable;
    }

    /** The stable code of the wire, such as {@code unknown-sequence}. */
    public String code() {
        return code;
    }

    /** The HTTP status that goes with the code. */
    public int httpStatus() {
        return httpStatus;
    }

    /** Whether the request certainly had no effect and never will have one. */
    public boolean definite() {
        return definite;
    }

    /** Whether the same request may succeed later. */
    public boolean retryable() {
        return retryable;
    }

    /**
     * The error with the given wire code.
     *
     * @throws IllegalArgumentException if no error has this code
     */
    public static SeqdError ofCode(String code) {
        for (SeqdError error : values()) {
            if (error.code.equals(code)) {
                return error;
            }
        }
        throw new IllegalArgumentException("no seqd error has the code '" + code + "'");
    }
}
