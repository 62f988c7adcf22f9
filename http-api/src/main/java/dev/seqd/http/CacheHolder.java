package dev.seqd.http;

import dev.seqd.allocator.Asking;
import dev.seqd.allocator.Known;
import dev.seqd.allocator.LeaseHolder;
import dev.seqd.allocator.Recall;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;

/**
 * The node's cache as the allocator knows it.
 *
 * @param remembers how long an unused lease stays in the cache
 */
record CacheHolder(ActorSystem<?> system, ActorRef<NodeCache.Command> cache, Duration remembers)
        implements LeaseHolder {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    @Override
    public void recall(Recall recall) {
        cache.tell(new NodeCache.GiveBack(recall));
    }

    @Override
    public CompletionStage<List<Known>> known() {
        return Asking.ask(system, cache, NodeCache.TellKnown::new, TIMEOUT);
    }
}
