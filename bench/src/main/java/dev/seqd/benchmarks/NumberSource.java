package dev.seqd.benchmarks;

/** A shared way to numbers of one counter, for many callers. Thread-safe but for {@link #close}. */
interface NumberSource extends AutoCloseable {
    /** What tables call it. */
    String label();

    /**
     * One number.
     *
     * @throws Exception if there is none
     */
    long next() throws Exception;

    @Override
    void close();
}
