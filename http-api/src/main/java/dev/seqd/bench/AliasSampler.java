package dev.seqd.bench;

import java.util.random.RandomGenerator;

/**
 * Draws indexes with given weights in constant time: Walker's alias method, built as Vose describes ("A linear algorithm for
 * generating random numbers with a given distribution", 1991). Immutable; the generator belongs to the caller.
 */
final class AliasSampler {
    private final double[] keep;
    private final int[] alias;

    /**
     * A sampler of the indexes of {@code weights}, which need not add up to 1.
     *
     * @throws IllegalArgumentException if there is no weight, or one is negative or no number, or all are 0
     */
    AliasSampler(double[] weights) {
        int n = weights.length;
        double sum = sumOf(weights);
        this.keep = new double[n];
        this.alias = new int[n];
        double[] scaled = new double[n];
        Stack small = new Stack(n);
        Stack large = new Stack(n);
        for (int i = 0; i < n; i++) {
            scaled[i] = weights[i] * n / sum;
            (scaled[i] < 1 ? small : large).push(i);
        }
        while (!small.isEmpty() && !large.isEmpty()) {
            int less = small.pop();
            int more = large.pop();
            keep[less] = scaled[less];
            alias[less] = more;
            scaled[more] -= 1 - scaled[less];
            (scaled[more] < 1 ? small : large).push(more);
        }
        keepAll(large);
        keepAll(small);
    }

    private static double sumOf(double[] weights) {
        double sum = 0;
        for (double weight : weights) {
            if (!(weight >= 0)) {
                throw new IllegalArgumentException("a weight must not be " + weight);
            }
            sum += weight;
        }
        if (!(sum > 0) || Double.isInfinite(sum)) {
            throw new IllegalArgumentException("weights must add up to more than 0, not to " + sum);
        }
        return sum;
    }

    /** What is left over at the end differs from 1 by rounding only. */
    private void keepAll(Stack rest) {
        while (!rest.isEmpty()) {
            keep[rest.pop()] = 1;
        }
    }

    int sample(RandomGenerator random) {
        int i = random.nextInt(keep.length);
        return random.nextDouble() < keep[i] ? i : alias[i];
    }

    private static final class Stack {
        private final int[] items;
        private int size;

        Stack(int capacity) {
            this.items = new int[capacity];
        }

        void push(int item) {
            items[size++] = item;
        }

        int pop() {
            return items[--size];
        }

        boolean isEmpty() {
            return size == 0;
        }
    }
}
