package dev.seqd.bench;

/**
 * What one client process draws. Inside the process a sequence goes by its index in these arrays.
 *
 * @param ranks which sequences, hottest first
 * @param weights each one's part of the demand of the whole bench, in the order of {@code ranks}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, never changed after it was made
record ClientShare(int[] ranks, double[] weights) {
    /** The process's part of the demand of the whole bench, from 0 to 1. */
    double total() {
        double sum = 0;
        for (double weight : weights) {
            sum += weight;
        }
        return sum;
    }

    int size() {
        return ranks.length;
    }
}
