package dev.seqd.benchmarks;

import java.util.Arrays;

/** Quantiles of samples. */
final class Quantiles {
    private Quantiles() {}

    /**
     * A quantile, between two samples by the distance from each.
     *
     * @param samples at least one, in any order
     * @param share from 0 for the least to 1 for the greatest
     */
    static double of(double[] samples, double share) {
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        double position = share * (sorted.length - 1);
        int below = (int) Math.floor(position);
        int above = Math.min(sorted.length - 1, below + 1);
        return sorted[below] + (sorted[above] - sorted[below]) * (position - below);
    }
}
