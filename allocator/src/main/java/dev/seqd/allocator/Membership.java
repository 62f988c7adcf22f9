package dev.seqd.allocator;

import dev.seqd.database.DatabaseException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.apache.pekko.Done;
import org.apache.pekko.actor.Cancellable;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.sharding.ShardRegion.ClusterShardingStats;
import org.apache.pekko.cluster.sharding.typed.GetClusterShardingStats;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.apache.pekko.cluster.typed.Cluster;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This node's membership once it is up: it says so in the database, and tells who else is there. Thread-safe. */
final class Membership {
    private static final Logger LOG = LoggerFactory.getLogger(Membership.class);
    private static final Duration ASK_TIMEOUT = Duration.ofSeconds(1);

    private final ActorSystem<?> system;
    private final MemberTable table;
    private final Executor blocking;
    private final Map<String, String> knownEndpoints = new ConcurrentHashMap<>();
    private volatile boolean databaseAnswers = true;

    Membership(ActorSystem<?> system, MemberTable table, Executor blocking) {
        this.system = system;
        this.table = table;
        this.blocking = blocking;
    }

    /**
     * Begins to write heartbeats, until the node shuts down. It shuts itself down, with a {@link StopReason}, when it finds
     * that another node has registered with its address.
     */
    void keepAlive(Duration interval, String httpEndpoint) {
        MemberTable.Entry self = MemberProbe.self(system, httpEndpoint);
        Cancellable heartbeat =
                system.scheduler().scheduleWithFixedDelay(interval, interval, () -> beat(self), blockingContext());
        CoordinatedShutdown.get(system).addTask(CoordinatedShutdown.PhaseClusterExiting(), "seqd-unregister", () -> {
            heartbeat.cancel();
            return CompletableFuture.supplyAsync(() -> unregister(self), blocking);
        });
    }

    private scala.concurrent.ExecutionContext blockingContext() {
        return scala.concurrent.ExecutionContext.fromExecutor(blocking);
    }

    private void beat(MemberTable.Entry self) {
        try {
            boolean registered = table.heartbeat(self);
            noteDatabase(true, "");
            if (!registered) {
                stop(ClusterFormation.addressTaken(self.address()));
            }
        } catch (DatabaseException e) {
            noteDatabase(false, String.valueOf(e.getMessage()));
        }
    }

    /** Does nothing if the node is about to shut down anyway. */
    private void stop(String reason) {
        CoordinatedShutdown.get(system).runAll(new StopReason(reason));
    }

    /** One line for an outage, whatever the counters go through meanwhile. */
    private void noteDatabase(boolean answers, String reason) {
        if (answers == databaseAnswers) {
            return;
        }
        databaseAnswers = answers;
        if (answers) {
            LOG.info("the database answers again");
        } else {
            LOG.warn("the database does not answer, counters go on with what they hold: {}", reason);
        }
    }

    private Done unregister(MemberTable.Entry self) {
        try {
            table.remove(self.address(), self.incarnation());
        } catch (DatabaseException e) {
            LOG.debug("not unregistered: {}", e.getMessage());
        }
        return Done.getInstance();
    }

    /** The members as this node sees them; what one does not say within a second is left out. */
    CompletionStage<List<ClusterMember>> members() {
        Set<Member> unreachable = Cluster.get(system).state().getUnreachable();
        List<CompletableFuture<ClusterMember>> asked = new ArrayList<>();
        CompletableFuture<Map<String, Integer>> shards = shards();
        for (Member member : Cluster.get(system).state().getMembers()) {
            asked.add(describe(member, unreachable.contains(member), shards));
        }
        return CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))
                .thenApply(done -> asked.stream().map(CompletableFuture::join).toList());
    }

    private CompletableFuture<ClusterMember> describe(
            Member member, boolean unreachable, CompletableFuture<Map<String, Integer>> shards) {
        String address = member.address().toString();
        String id = Long.toUnsignedString(member.uniqueAddress().longUid(), 36);
        String state = unreachable ? "unreachable" : member.status().toString().toLowerCase(Locale.ROOT);
        return endpoint(address, id)
                .thenCombine(
                        shards,
                        (endpoint, counts) -> new ClusterMember(
                                id,
                                address,
                                state,
                                List.copyOf(member.getRoles()),
                                endpoint.isEmpty() ? null : endpoint,
                                counts.getOrDefault(address, 0)));
    }

    private CompletableFuture<String> endpoint(String address, String id) {
        String known = knownEndpoints.get(id);
        if (known != null) {
            return CompletableFuture.completedFuture(known);
        }
        return MemberProbe.ask(system, address, ASK_TIMEOUT)
                .handle((alive, failure) -> {
                    if (failure != null || !alive.incarnation().equals(id)) {
                        return "";
                    }
                    knownEndpoints.put(id, alive.httpEndpoint());
                    return alive.httpEndpoint();
                })
                .toCompletableFuture();
    }

    private CompletableFuture<Map<String, Integer>> shards() {
        CompletionStage<ClusterShardingStats> stats = Asking.ask(
                system,
                ClusterSharding.get(system).shardState(),
                (ActorRef<ClusterShardingStats> replyTo) ->
                        new GetClusterShardingStats(Allocator.COUNTER, ASK_TIMEOUT, replyTo),
                ASK_TIMEOUT.multipliedBy(2));
        return stats.handle((found, failure) -> failure == null ? shardCounts(found) : Map.<String, Integer>of())
                .toCompletableFuture();
    }

    private static Map<String, Integer> shardCounts(ClusterShardingStats stats) {
        Map<String, Integer> counts = new HashMap<>();
        stats.getRegions()
                .forEach((address, region) ->
                        counts.put(address.toString(), region.getStats().size()));
        return counts;
    }
}
