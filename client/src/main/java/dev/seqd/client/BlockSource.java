package dev.seqd.client;

import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Where blocks come from: nodes over HTTP, or a simulation. */
interface BlockSource extends AutoCloseable {
    /**
     * Asks a node for a block, without blocking.
     *
     * @return the grant; or a {@link dev.seqd.core.SeqdException} that the node answered with, a {@link
     *     BadAnswerException}, or any other failure, whose outcome is unknown. It completes within a bounded time, on any
     *     thread.
     */
    CompletableFuture<Grant> ask(URI node, BlockRequest request);

    /**
     * Asks a node for the members of its cluster that serve HTTP, without blocking and without any effect on values.
     *
     * @return the members; or a failure. It completes as {@link #ask} does.
     */
    CompletableFuture<List<Member>> members(URI node);

    /** Ends what is under way; later requests fail. */
    @Override
    void close();
}
