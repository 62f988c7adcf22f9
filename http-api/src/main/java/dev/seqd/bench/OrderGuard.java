package dev.seqd.bench;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Checks, while the load runs, what one client promises across its threads: a call that begins after another has returned
 * gives a value beyond the other's. Each sequence has a floor, the furthest value that any call has returned; a caller reads
 * it before its call and must get a value beyond it. Sequences ascend from 1. Thread-safe.
 */
final class OrderGuard {
    private final int client;
    private final int[] ranks;
    private final AtomicLongArray floors;

    @GuardedBy("this")
    private final List<Fault> faults = new ArrayList<>();

    @GuardedBy("this")
    private long violations;

    OrderGuard(int client, int[] ranks) {
        this.client = client;
        this.ranks = ranks;
        this.floors = new AtomicLongArray(ranks.length);
    }

    /** What a call that begins now must lie beyond; 0 when none has returned yet. */
    long floor(int index) {
        return floors.get(index);
    }

    /** Notes that a call returned {@code value}. */
    void raise(int index, long value) {
        long floor = floors.get(index);
        while (floor < value && !floors.compareAndSet(index, floor, value)) {
            floor = floors.get(index);
        }
    }

    /** Notes a value that does not lie beyond the floor read before its call. */
    synchronized void violated(int index, long value) {
        violations++;
        if (faults.size() < HistoryVerifier.MAX_FAULTS) {
            faults.add(new Fault(Fault.Kind.ORDER, ranks[index], value, client, client));
        }
    }

    /** How many values were out of order between threads. */
    synchronized long violations() {
        return violations;
    }

    /** The first of them. */
    synchronized List<Fault> faults() {
        return List.copyOf(faults);
    }
}
