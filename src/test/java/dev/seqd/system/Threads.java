package dev.seqd.system;

/** Ends threads. */
public final class Threads {
    private Threads() {}

    /** Blocks until a thread has ended. */
    public static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
