package dev.seqd.client;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.seqd.core.SeqdException;
import java.net.URI;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Shut to the refills of all sequences once the nodes have refused the client itself, whose token is missing or wrong: then
 * each of a thousand sequences need not find that out anew. One node alone may be mistaken; two, or all there are, shut it.
 * It lets one try through every now and then, half a minute apart at most, and opens when one succeeds. Thread-safe; its
 * lock is taken last.
 */
final class Door {
    private static final int ENOUGH = 2;

    @GuardedBy("this")
    private final Backoff backoff;

    @GuardedBy("this")
    private final Set<URI> refusing = new HashSet<>();

    @GuardedBy("this")
    private @Nullable RefusedClientException shut;

    Door(Backoff backoff) {
        this.backoff = backoff;
    }

    /** Why no refill may pass now; null if this one may. */
    synchronized @Nullable RefusedClientException shut(long nowNanos) {
        RefusedClientException why = shut;
        if (why == null || !backoff.over(false, nowNanos)) {
            return why;
        }
        backoff.failed(nowNanos, true); // Until it is known better: others stay outside meanwhile.
        return null;
    }

    /**
     * A node refused the client itself.
     *
     * @param nodes how many nodes there are to ask
     * @return whether the door is shut since now
     */
    synchronized boolean refused(URI node, SeqdException why, int nodes, long nowNanos) {
        boolean wasOpen = shut == null;
        refusing.add(node);
        if (refusing.size() < Math.min(ENOUGH, nodes)) {
            return false;
        }
        if (wasOpen) {
            backoff.failed(nowNanos, true);
        }
        shut = new RefusedClientException(why);
        return wasOpen;
    }

    /** A node took the client for whom it claims to be. */
    synchronized void accepted() {
        shut = null;
        refusing.clear();
        backoff.succeeded();
    }
}
