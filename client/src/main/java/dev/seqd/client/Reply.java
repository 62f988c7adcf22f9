package dev.seqd.client;

import org.jspecify.annotations.Nullable;

/**
 * How an attempt ended.
 *
 * @param grant what the node granted, null if it failed
 * @param failure why it failed, null if it did not
 * @param adviceNanos how long to leave the sequence alone, as nobody else would do better; 0 for no advice
 */
record Reply(@Nullable Grant grant, @Nullable Throwable failure, long adviceNanos) {
    /** An end without advice. */
    Reply(@Nullable Grant grant, @Nullable Throwable failure) {
        this(grant, failure, 0);
    }
}
