package dev.seqd.client;

/**
 * How the client's cache of one sequence is doing. It goes from {@link #NORMAL} to {@link #DEGRADED} when a refill fails,
 * on to {@link #EMPTY} when nothing is left meanwhile, and back by way of {@link #RECOVERING} once refills work again; all
 * of it by itself, after any length of outage.
 */
public enum CacheState {
    /** Refills work, or none was needed so far. */
    NORMAL,
    /** The last refill failed; calls are served from what is left, and none of them waits. */
    DEGRADED,
    /** The last refill failed and nothing is left: calls wait, and fail after their longest wait. */
    EMPTY,
    /** Refills work again, and the cache does not yet hold enough to survive the next outage. */
    RECOVERING
}
