package dev.seqd.client;

import java.net.URI;

/**
 * A refill on its way. Compared by identity: an answer counts only for the attempt that is still in flight.
 *
 * <p>Not a record, whose equality would confuse two attempts for the same thing.
 */
final class Attempt {
    private final URI node;
    private final BlockRequest request;
    private final long upTo;
    private final long startedNanos;

    /**
     * An attempt at {@code node}.
     *
     * @param upTo the serial of the last call that waited when it began: an uncacheable answer, or a refusal, is for
     *     nobody who came later
     */
    Attempt(URI node, BlockRequest request, long upTo, long startedNanos) {
        this.node = node;
        this.request = request;
        this.upTo = upTo;
        this.startedNanos = startedNanos;
    }

    URI node() {
        return node;
    }

    BlockRequest request() {
        return request;
    }

    long upTo() {
        return upTo;
    }

    long startedNanos() {
        return startedNanos;
    }
}
