package dev.seqd.core;

/**
 * The only reader of a clock. It paces refills and bounds waits; it never decides about values, so a clock that jumps can
 * make seqd slow but not wrong.
 */
@FunctionalInterface
public interface Ticker {
    /** Monotonic nanoseconds from an arbitrary origin; only differences mean something. */
    long nanos();

    /** The monotonic clock of this JVM. */
    static Ticker system() {
        return System::nanoTime;
    }
}
