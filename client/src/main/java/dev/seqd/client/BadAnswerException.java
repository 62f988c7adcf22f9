package dev.seqd.client;

/** A node's answer that cannot be believed: no JSON of ours, or a block that is malformed, foreign or not beyond the floor. */
final class BadAnswerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BadAnswerException(String reason) {
        super(reason);
    }

    BadAnswerException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
