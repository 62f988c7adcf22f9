package dev.seqd.client;

import dev.seqd.core.Block;

/** A service that hands out one sequence's blocks, each beyond the one before. Thread-safe. */
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
    synchronized void restart(long start) {
        this.epoch++;
        this.next = start;
    }

    synchronized Grant grant(BlockRequest request) {
        Block block = new Block(next, increment, Math.min(limit, request.count()), epoch, 1);
        next += block.count() * increment;
        return new Grant(request.sequence(), block, cacheable, suggested);
    }
}
