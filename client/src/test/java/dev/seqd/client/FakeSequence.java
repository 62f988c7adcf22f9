package dev.seqd.client;

import dev.seqd.core.Block;

/**
 * A service that hands out one sequence's blocks, each beyond the one before. An uncacheable one grants a single value to
 * who comes for the first time, whatever was asked for. Thread-safe.
 */
final class FakeSequence {
    private final long increment;
    private long next;
    private long epoch = 1;
    private long limit = Integer.MAX_VALUE;
    private long suggested = 1;
    private boolean cacheable = true;

    FakeSequence(long start, long increment) {
        this.next = start;
        this.increment = increment;
    }

    /** Grants at most this many values at a time. */
    synchronized FakeSequence limit(long values) {
        this.limit = values;
        return this;
    }

    synchronized FakeSequence cacheable(boolean may) {
        this.cacheable = may;
        return this;
    }

    synchronized FakeSequence suggest(long count) {
        this.suggested = count;
        return this;
    }

    /** Begins the next epoch at a value. */
    synchronized FakeSequence restart(long start) {
        this.epoch++;
        this.next = start;
        return this;
    }

    synchronized Grant grant(BlockRequest request) {
        long most = cacheable || request.after() != null ? limit : 1;
        Block block = new Block(next, increment, Math.min(most, request.count()), epoch, 1);
        next += block.count() * increment;
        return new Grant(request.sequence(), block, cacheable, suggested);
    }
}
