package dev.seqd.http;

import java.util.concurrent.atomic.LongAdder;

/**
 * What a node's cache did since it started. Thread-safe.
 *
 * @param blocksGranted blocks given to callers
 * @param valuesGranted values in them
 * @param valuesBurnt values of leases that were given up: gaps
 * @param leaseFailures requests to Counters that failed
 * @param slowConnections connections that were cut because they were too slow
 * @param leases counters that the cache holds a lease of now
 */
record NodeCounts(
        LongAdder blocksGranted,
        LongAdder valuesGranted,
        LongAdder valuesBurnt,
        LongAdder leaseFailures,
        LongAdder slowConnections,
        LongAdder leases) {
    NodeCounts() {
        this(new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder());
    }
}
