package dev.seqd.core;

/** Sums that stay at the largest long instead of leaving it. */
public final class Saturated {
    private Saturated() {}

    /** The sum of two numbers that are not negative. */
    public static long sum(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
