package dev.seqd.faults;

/** Ends the threads of callers. */
final class Callers {
    private Callers() {}

    static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
