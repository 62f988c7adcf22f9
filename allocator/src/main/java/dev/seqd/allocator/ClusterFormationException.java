package dev.seqd.allocator;

/** This node cannot become a member of the cluster; the message is one line for the operator. */
public final class ClusterFormationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ClusterFormationException(String message) {
        super(message);
    }
}
