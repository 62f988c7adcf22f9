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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.pekko.Done;
import org.apache.pekko.actor.Cancellable;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.sharding.ShardRegion.ClusterShardingStats;
import org.apache.pekko.cluster.sharding.typed.GetClusterShardingStats;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.pattern.Patterns;
import org.jspecify.annotations.Nullable;
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
    /** Lives of nodes that have said that they are about to leave. */
    private final Set<String> leaving = ConcurrentHashMap.newKeySet();

    private volatile boolean leaves;
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
                stop(new StopReason(ClusterFormation.addressTaken(self.address()), false));
            }
        } catch (DatabaseException e) {
            noteDatabase(false, String.valueOf(e.getMessage()));
        }
    }

    /** Ends this node in good order. Does nothing if the node is about to shut down anyway. */
    void stop(StopReason reason) {
        CoordinatedShutdown.get(system).runAll(reason);
    }

    /**
     * When this node shuts down, it says so to all first, and goes on for some time, so that callers can turn to others; if
     * there are any.
     */
    void announceLeaving(Duration delay) {
        CoordinatedShutdown.get(system)
                .addTask(CoordinatedShutdown.PhaseBeforeServiceUnbind(), "seqd-announce", () -> leave(delay));
    }

    private CompletionStage<Done> leave(Duration delay) {
        leaves = true;
        Member self = Cluster.get(system).selfMember();
        List<Member> others = ups().filter(member -> !member.equals(self)).toList();
        if (self.status() != MemberStatus.up() || others.isEmpty()) {
            return CompletableFuture.completedFuture(Done.getInstance());
        }
        LOG.info("about to leave the cluster, in {} ms", delay.toMillis());
        others.forEach(
                member -> MemberProbe.tellLeaving(system, member.address().toString()));
        return Patterns.after(delay, system, () -> CompletableFuture.completedFuture(Done.getInstance()));
    }

    private Stream<Member> all() {
        return StreamSupport.stream(Cluster.get(system).state().getMembers().spliterator(), false);
    }

    private Stream<Member> ups() {
        return all().filter(member -> member.status() == MemberStatus.up());
    }

    /** Whether this node is about to leave. */
    boolean isLeaving() {
        return leaves;
    }

    /** Another node is about to leave. */
    void noteLeaving(String incarnation) {
        leaving.retainAll(all().map(Membership::id).collect(Collectors.toSet()));
        leaving.add(incarnation);
    }

    /** Tells a member to leave and end; false if no such member is there (any more). */
    CompletionStage<Boolean> drain(String id) {
        return all().filter(member -> id(member).equals(id))
                .findFirst()
                .map(member -> MemberProbe.drain(system, member.address().toString(), id, ASK_TIMEOUT.multipliedBy(2))
                        .thenApply(MemberProbe.Draining::accepted))
                .orElseGet(() -> CompletableFuture.completedFuture(false));
    }

    private static String id(Member member) {
        return Long.toUnsignedString(member.uniqueAddress().longUid(), 36);
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
        View view = new View(
                Cluster.get(system).state().getUnreachable(),
                ups().reduce((a, b) -> a.isOlderThan(b) ? a : b).orElse(null),
                shards());
        List<CompletableFuture<ClusterMember>> asked = new ArrayList<>();
        for (Member member : Cluster.get(system).state().getMembers()) {
            asked.add(describe(member, view));
        }
        return CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))
                .thenApply(done -> asked.stream().map(CompletableFuture::join).toList());
    }

    /** What is known of all of them. */
    private record View(
            Set<Member> unreachable, @Nullable Member oldest, CompletableFuture<Map<String, Integer>> shards) {}

    private CompletableFuture<ClusterMember> describe(Member member, View view) {
        String address = member.address().toString();
        String id = id(member);
        return endpoint(address, id)
                .thenCombine(
                        view.shards(),
                        (endpoint, counts) -> new ClusterMember(
                                id,
                                address,
                                state(member, view),
                                List.copyOf(member.getRoles()),
                                member.equals(view.oldest()),
                                member.appVersion().version(),
                                endpoint.isEmpty() ? null : endpoint,
                                counts.getOrDefault(address, 0)));
    }

    private String state(Member member, View view) {
        boolean self = member.equals(Cluster.get(system).selfMember());
        if (view.unreachable().contains(member)) {
            return "unreachable";
        }
        boolean drains = self ? leaves : leaving.contains(id(member));
        return drains && member.status() == MemberStatus.up()
                ? "draining"
                : member.status().toString().toLowerCase(Locale.ROOT);
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
                    if (alive.leaves()) {
                        noteLeaving(id);
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
