package dev.seqd.benchmarks;

/**
 * Where numbers end that nobody needs. The launcher makes it a black hole of the compiler: the argument has to be computed, and
 * the call costs nothing.
 */
final class Sink {
    private Sink() {}

    static void consume(long value) {}
}
