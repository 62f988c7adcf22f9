package dev.seqd.client;

/**
 * Is told whenever the cache of a sequence changes its state, so that an application can raise an alarm or turn a feature
 * off while there are still values.
 */
@FunctionalInterface
public interface CacheListener {
    /**
     * The cache of a sequence went from one state to another. Called by one thread of the client's at a time, in the order
     * of the changes, soon after each. It may block, which then delays later calls of it and, if more than 100,000 changes
     * pile up, loses the newest of them; no call for a value ever waits for it. What it throws is logged.
     *
     * @param sequence the sequence's name
     * @param before the state until now
     * @param after another state
     */
    void changed(String sequence, CacheState before, CacheState after);
}
