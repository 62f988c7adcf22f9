package dev.seqd.allocator;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Who holds a node's leases. Calls come from any thread, must be quick and never throw. */
@FunctionalInterface
public interface LeaseHolder {
    /** A sequence is about to change; each recall is to be {@linkplain Recall#giveBack answered}. */
    void recall(Recall recall);

    /** The highest value of each sequence that was granted to this node, less what was given back. */
    default CompletionStage<List<Known>> known() {
        return CompletableFuture.completedFuture(List.of());
    }

    /** How long it remembers that after a sequence was last used. */
    default Duration remembers() {
        return Duration.ofMinutes(10);
    }
}
