package dev.seqd.command;

/** A refusal without one of seqd's codes: it may come from a proxy, or from a node of another version. */
final class UnknownRefusalException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownRefusalException(String detail, Throwable cause) {
        super(detail, cause);
    }
}
