package dev.seqd.benchmarks;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.seqd.core.DemandRate;
import dev.seqd.core.Ticker;

/**
 * The synchronized design: one lock around a block of numbers and a counter of the rate at which they are used, by which its
 * next block would be sized. Blocks come from memory. Thread-safe.
 */
final class LockedSequence {
    private final Ticker ticker = Ticker.system();
    private final long block;

    @GuardedBy("this")
    private final DemandRate rate = DemandRate.ofUses(ticker.nanos());

    @GuardedBy("this")
    private long next;

    @GuardedBy("this")
    private long end;

    LockedSequence(long block) {
        this.block = block;
    }

    synchronized long next() {
        rate.add(1, ticker.nanos());
        if (next == end) {
            end += block;
        }
        return next++;
    }
}
