package dev.seqd.allocator;

import dev.seqd.core.Ticker;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;

/**
 * What the Counters of a node share.
 *
 * @param node this node's address, as it stands in the journal
 * @param settings their settings
 * @param counts what they count
 * @param heads the head table
 * @param ticker the clock that paces them
 * @param random where incarnations come from
 */
record CounterWorld(
        String node,
        CounterSettings settings,
        AllocatorCounts counts,
        HeadTable heads,
        Ticker ticker,
        RandomGenerator random) {
    static CounterWorld of(String node, CounterSettings settings, AllocatorCounts counts, HeadTable heads) {
        return new CounterWorld(node, settings, counts, heads, Ticker.system(), new SecureRandom());
    }

    /** The same world under other settings. */
    CounterWorld with(CounterSettings other) {
        return new CounterWorld(node, other, counts, heads, ticker, random);
    }

    /** A name for one life of one Counter; two lives never share it. */
    String incarnation() {
        return Long.toUnsignedString(random.nextLong(), 36);
    }
}
