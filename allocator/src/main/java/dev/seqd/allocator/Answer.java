package dev.seqd.allocator;

import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import org.jspecify.annotations.Nullable;

/** What a Counter answers. */
sealed interface Answer extends WireMessage {
    /**
     * The sequence as it is now.
     *
     * @param description the sequence
     * @param created whether the request itself made it
     */
    record Described(SequenceDescription description, boolean created) implements Answer {}

    /**
     * A range that now belongs to whoever asked.
     *
     * @param grant the range and what to know about its counter
     */
    record Granted(Grant grant) implements Answer {}

    /** It was done. */
    record Noted() implements Answer {}

    /**
     * The Counter is there, and does what it should.
     *
     * @param awaited whether the request that was asked about waits there for its answer
     */
    record Here(boolean awaited) implements Answer {}

    /**
     * A refusal or failure.
     *
     * @param error which
     * @param sqlState PostgreSQL's code for it, or null
     * @param detail the text for people
     */
    record Refused(SeqdError error, @Nullable String sqlState, String detail) implements Answer {
        static Refused of(SeqdException e) {
            return new Refused(e.error(), e.sqlState(), e.detail());
        }

        SeqdException toException() {
            return new SeqdException(error, sqlState, detail);
        }
    }
}
