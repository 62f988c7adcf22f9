package dev.seqd.bench;

import dev.seqd.core.Block;

/**
 * Values that one thread of one client got from one sequence, directly one after the other: {@code first}, {@code first +
 * increment}, ... The runs of one thread and sequence, in the order of a history, are what {@code next} returned.
 *
 * @param client the client process
 * @param thread the thread within the process
 * @param sequence the sequence's rank
 * @param values the values, in the order they were returned
 */
record Run(int client, int thread, int sequence, Block values) {
    /** The smallest value, whatever the direction. */
    long low() {
        return values.ascending() ? values.first() : values.last();
    }

    /** The largest value, whatever the direction. */
    long high() {
        return values.ascending() ? values.last() : values.first();
    }

    /** The increment without its sign, an unsigned number: that of the smallest long is 2^63. */
    long step() {
        long increment = values.increment();
        return increment < 0 ? -increment : increment;
    }

    /** Runs of one step share values only if they lie on the same grid, which this number (unsigned) tells apart. */
    long residue() {
        return Long.remainderUnsigned(low() - Long.MIN_VALUE, step());
    }
}
