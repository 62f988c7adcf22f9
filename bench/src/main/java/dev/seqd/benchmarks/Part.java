package dev.seqd.benchmarks;

/** A part of the benchmarks. */
interface Part {
    /**
     * Measures. Blocks for minutes.
     *
     * @throws RuntimeException if it cannot be measured
     */
    Result measure();
}
