package dev.seqd.client;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.seqd.core.SeqdException;
import org.jspecify.annotations.Nullable;

/**
 * Shut to the refills of all sequences once a node has refused the client itself, whose token is missing or wrong: then
 * each of a thousand sequences need not find that out anew. It lets one try through every now and then, and opens when one
 * succeeds. Thread-safe; its lock is taken last.
 */
final class Door {
    @GuardedBy("this")
    private final Backoff backoff;

    @GuardedBy("this")
    private @Nullable SeqdException refusal;

    Door(Backoff backoff) {
        this.backoff = backoff;
    }

    /** Why no refill may pass now; null if this one may. */
    synchronized @Nullable SeqdException shut(long nowNanos) {
        SeqdException why = refusal;
        if (why == null || !backoff.over(false, nowNanos)) {
            return why;
        }
        backoff.failed(nowNanos, true); // Until it is known better: others stay outside meanwhile.
        return null;
    }

    /** A node refused the client itself; true if that is news. */
    synchronized boolean refused(SeqdException why, long nowNanos) {
        boolean news = refusal == null;
        if (news) {
            backoff.failed(nowNanos, true);
        }
        refusal = why;
        return news;
    }

    /** A node took the client for whom it claims to be. */
    synchronized void accepted() {
        refusal = null;
        backoff.succeeded();
    }
}
