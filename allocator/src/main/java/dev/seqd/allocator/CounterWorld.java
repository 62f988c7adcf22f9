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
 * @param trust whether what it says may be believed
 * @param marks what they have raised
 * @param recoveries how many may recover at once
 * @param ends how many may end at once
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
        Turns recoveries,
        Turns ends,
        Ticker ticker,
        RandomGenerator random) {
    /** Far fewer than may wait for the database at once, and enough to keep it busy. */
    private static final int ENDS_AT_ONCE = 500;

    static CounterWorld of(Node node, CounterSettings settings, AllocatorCounts counts, DatabaseAdmin admin) {
        return new CounterWorld(
                node.address(),
                settings,
                counts,
                admin.heads(),
                admin.trust(),
                admin.marks(),
                new Turns(node.recoveriesAtOnce(), counts.recoveriesWaiting()),
                new Turns(ENDS_AT_ONCE),
                Ticker.system(),
                new SecureRandom());
    }

    /** The same world under other settings. */
    CounterWorld with(CounterSettings other) {
        return new CounterWorld(node, other, counts, heads, trust, marks, recoveries, ends, ticker, random);
    }

    /** A node by its address, and how many of its Counters may recover at once. */
    record Node(String address, int recoveriesAtOnce) {}

    /** A name for one life of one Counter; two lives never share it. */
    String incarnation() {
        return Long.toUnsignedString(random.nextLong(), 36);
    }
}
