package dev.seqd.client;

import dev.seqd.core.SeqdException;

/** The nodes refuse this client itself: nobody asks them for now, and whoever wants values is told so. */
final class RefusedClientException extends SeqdException {
    private static final long serialVersionUID = 1L;

    RefusedClientException(SeqdException refusal) {
        super(refusal.error(), refusal.sqlState(), refusal.detail(), refusal);
    }
}
