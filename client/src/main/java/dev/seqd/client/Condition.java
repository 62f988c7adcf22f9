package dev.seqd.client;

/** Which {@link CacheState} a cache is in, judged by whether refills fail and what is held. Not thread-safe. */
final class Condition {
    private CacheState state = CacheState.NORMAL;

    /**
     * Judges anew.
     *
     * @param failing whether the last refill failed
     * @param held how many values are left
     * @param low whether more of them should be held
     * @return the state until now
     */
    CacheState judge(boolean failing, long held, boolean low) {
        CacheState before = state;
        if (failing) {
            state = held > 0 ? CacheState.DEGRADED : CacheState.EMPTY;
        } else if (before != CacheState.NORMAL) {
            state = low ? CacheState.RECOVERING : CacheState.NORMAL;
        }
        return before;
    }

    CacheState state() {
        return state;
    }
}
