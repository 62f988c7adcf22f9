package dev.seqd.allocator;

import dev.seqd.core.Ticker;
import java.util.random.RandomGenerator;

/**
 * What the Counters of a node share.
 *
 * @param node this node's address, as it stands in the journal
 * @param settings their settings
 * @param counts what they count
 * @param heads the head table
 * @param trust whether what it says may be believed
 * @param marks what they have raised
 * @param ticker the clock that paces them
 * @param random where incarnations come from
 */
record CounterWorld(
        String node,
        CounterSettings settings,
        AllocatorCounts counts,
        HeadTable heads,
        DatabaseTrust trust,
        KnownMarks marks,
        Ticker ticker,
        RandomGenerator random) {
    /** The same world under other settings. */
    CounterWorld with(CounterSettings other) {
        return new CounterWorld(node, other, counts, heads, trust, marks, ticker, random);
    }

    /** A name for one life of one Counter; two lives never share it. */
    String incarnation() {
        return Long.toUnsignedString(random.nextLong(), 36);
    }
}
