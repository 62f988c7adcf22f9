package dev.seqd.allocator;

import org.jspecify.annotations.Nullable;

/** This node cannot become a member of the cluster; the message is one line for the operator. */
public final class ClusterFormationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ClusterFormationException(String message) {
        this(message, null);
    }

    ClusterFormationException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
