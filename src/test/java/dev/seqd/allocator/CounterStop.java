package dev.seqd.allocator;

import dev.seqd.core.SequenceName;
import java.time.Duration;
import org.apache.pekko.actor.ActorNotFound;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.cluster.sharding.ShardRegion;

/** Lets Counters end as they do when nobody has used them for long. */
public final class CounterStop {
    private static final Duration FOUND = Duration.ofSeconds(10);

    private CounterStop() {}

    /**
     * Ends a Counter of this node, which gives back what it holds before. What is asked of it meanwhile waits for the next
     * one. Blocks until the end has begun, and says whether there was such a Counter.
     */
    public static boolean passivate(Allocator allocator, SequenceName name) {
        ActorSystem system = Adapter.toClassic(allocator.system());
        return system.actorSelection(
                        "/system/sharding/" + HeadTable.ENTITY_TYPE + "/" + shard(system, name) + "/" + name)
                .resolveOne(FOUND)
                .thenApply(counter -> passivate(system, counter))
                .exceptionally(failure -> {
                    if (failure.getCause() instanceof ActorNotFound || failure instanceof ActorNotFound) {
                        return false;
                    }
                    throw new AssertionError(failure);
                })
                .toCompletableFuture()
                .join();
    }

    private static boolean passivate(ActorSystem system, ActorRef counter) {
        system.actorSelection(counter.path().parent()).tell(new ShardRegion.Passivate(new Counter.Stop()), counter);
        return true;
    }

    private static int shard(ActorSystem system, SequenceName name) {
        int shards = system.settings().config().getInt("pekko.cluster.sharding.number-of-shards");
        return Math.abs(name.value().hashCode() % shards);
    }
}
