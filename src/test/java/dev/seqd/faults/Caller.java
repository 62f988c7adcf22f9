package dev.seqd.faults;

/** Somebody who takes numbers in a thread of its own until it is closed. */
interface Caller extends AutoCloseable {
    /** What it got. */
    Trail trail();

    /** Ends it; blocks until its last call is over. */
    @Override
    void close();
}
