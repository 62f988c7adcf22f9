package dev.seqd.benchmarks;

/**
 * A way to get numbers. Each has a loop of its own, so that the compiler sees one kind of call in it, as in an application.
 * Thread-safe but for {@link #close}.
 */
interface Subject extends AutoCloseable {
    /** What tables call it. */
    String label();

    /** Takes a number as many times as said, and lets each of them count as used. */
    void call(int times);

    /** Whether a thread of that name works for this subject in the background. */
    default boolean owns(String thread) {
        return false;
    }

    @Override
    default void close() {}
}
