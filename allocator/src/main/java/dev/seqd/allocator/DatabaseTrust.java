package dev.seqd.allocator;

import org.jspecify.annotations.Nullable;

/**
 * Whether this node may build on what the database says. It may while it is connected to the server that it knows, and finds
 * there what it wrote last itself. Each loss of trust has a number, so that what was recovered before it is recovered again.
 * Thread-safe: {@link DatabaseWatch} writes, the journals read.
 */
final class DatabaseTrust {
    private static final Stand NONE = new Stand(0, null, 0, null);

    private final NodeFence fence;
    private volatile Stand stand = NONE;
    private volatile Runnable suspicion = () -> {};

    /**
     * What is trusted at one moment.
     *
     * @param losses how often trust was lost
     * @param server the server that is trusted, null for none
     * @param beats the number that this node has written there for certain
     * @param doubt why nothing is handed out from there until an operator says so, null if it is not so
     */
    record Stand(
            long losses,
            @Nullable String server,
            long beats,
            @Nullable String doubt) {
        /** Whether what came from a database at this moment, and no earlier, may be believed. */
        boolean admits(DatabaseLook look) {
            return server != null && server.equals(look.server()) && look.holds(beats);
        }
    }

    DatabaseTrust(NodeFence fence) {
        this.fence = fence;
    }

    NodeFence fence() {
        return fence;
    }

    Stand stand() {
        return stand;
    }

    boolean isTrusted() {
        return stand.server != null;
    }

    /** Whether trust was lost since a moment. */
    boolean isLostSince(Stand then) {
        return stand.losses != then.losses;
    }

    /** Somebody has seen a database that is not admitted. */
    void suspect() {
        suspicion.run();
    }

    /** Who is told of suspicions; must be quick and never throw. */
    void onSuspicion(Runnable listener) {
        suspicion = listener;
    }

    /** A server is trusted; this node's number there. */
    void trust(String server, long beats) {
        stand = new Stand(stand.losses, server, beats, null);
    }

    /** The trust is gone, until more is known. */
    void lose() {
        if (stand.server != null) {
            stand = new Stand(stand.losses + 1, null, 0, null);
        }
    }

    /** It does not come back by itself. */
    void doubt(String reason) {
        stand = new Stand(stand.losses, null, 0, reason);
    }
}
