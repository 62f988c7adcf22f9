package dev.seqd.allocator;

import org.jspecify.annotations.Nullable;

/**
 * What a node sees of the database it is connected to.
 *
 * @param server names the server process and its history; another after a restart, a failover or a restored copy
 * @param beats the number that this node has written last, null if its row is not there
 */
record DatabaseLook(String server, @Nullable Long beats) {
    /** Whether at least so much of what this node wrote is there. */
    boolean holds(long acknowledged) {
        return beats != null && beats >= acknowledged;
    }
}
