package dev.seqd.allocator;

import org.jspecify.annotations.Nullable;

/** The journal of a counter holds what cannot have been written by a correct history: the counter must not be served. */
final class DamagedJournalException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DamagedJournalException(String reason, @Nullable Throwable cause) {
        super(reason, cause);
    }

    /** The damage among the causes of a failure, or null if it failed for another reason. */
    static @Nullable DamagedJournalException in(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof DamagedJournalException damage) {
                return damage;
            }
        }
        return null;
    }
}
