package dev.seqd.bench;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A fresh sequence of a database, which {@code seqd bench-strict} measures beside seqd. Closing it drops it. */
public interface ReferenceSequence extends AutoCloseable {
    /** Makes a sequence. */
    @FunctionalInterface
    interface Creator {
        /**
         * Makes a fresh sequence that counts from 1 by 1. Blocks.
         *
         * @throws IllegalArgumentException if the address or the user is malformed
         * @throws RuntimeException with a message for people, if it cannot be made
         */
        ReferenceSequence create(String url, String user, @Nullable String password);
    }

    /**
     * A new connection, for one caller, that gives the next value and blocks meanwhile.
     *
     * @throws RuntimeException with a message for people, if it cannot be made
     */
    LongSupplier connect();

    @Override
    void close();
}
