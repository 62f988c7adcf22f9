package dev.seqd.client;

import dev.seqd.core.RefillPolicy;
import java.time.Duration;

/**
 * What one client was told.
 *
 * @param maxWait how long a call waits for a value, positive
 * @param policy when and how much to refill
 * @param clientName the name that requests carry
 * @param discoverNodes whether to use nodes that others tell of
 */
record Settings(Duration maxWait, RefillPolicy policy, String clientName, boolean discoverNodes) {
    private static final long MIN_REFILL = 10;

    /** The refill policy that survives {@code buffer} without the service and holds at most {@code maxCached} values. */
    static RefillPolicy policy(Duration buffer, long maxCached) {
        return new RefillPolicy(Math.min(MIN_REFILL, maxCached), maxCached, buffer, buffer.multipliedBy(2));
    }
}
