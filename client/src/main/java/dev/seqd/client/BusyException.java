package dev.seqd.client;

import dev.seqd.core.SeqdException;
import java.time.Duration;

/** A node is overloaded or cannot answer now, and says when to come back. */
final class BusyException extends SeqdException {
    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    BusyException(SeqdException error, Duration retryAfter) {
        super(error.error(), error.sqlState(), error.detail());
        this.retryAfter = retryAfter;
    }

    Duration retryAfter() {
        return retryAfter;
    }
}
