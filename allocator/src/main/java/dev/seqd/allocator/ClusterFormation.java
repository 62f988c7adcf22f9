package dev.seqd.allocator;

import dev.seqd.core.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.AddressFromURIString;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.JoinSeedNodes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets this node join the cluster of its database, or found it. Deciding takes an advisory lock in that database, so that
 * of nodes that start together one founds and the others join. A member counts as dead only when it does not answer a
 * probe and its heartbeat is stale; while that is open, the lock is released and the question asked again.
 */
final class ClusterFormation {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterFormation.class);
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final ActorSystem<?> system;
    private final ClusterSettings settings;
    private final MemberTable table;
    private final String httpEndpoint;
    private final String self;
    private final Ticker ticker;
    private final CompletableFuture<Boolean> up = new CompletableFuture<>();

    private enum Decision {
        JOINED,
        WAIT
    }

    ClusterFormation(ActorSystem<?> system, ClusterSettings settings, MemberTable table, String httpEndpoint) {
        this.system = system;
        this.settings = settings;
        this.table = table;
        this.httpEndpoint = httpEndpoint;
        this.self = Cluster.get(system).selfMember().address().toString();
        this.ticker = Ticker.system();
        org.apache.pekko.cluster.Cluster.get(system.classicSystem()).registerOnMemberUp(() -> up.complete(true));
        system.getWhenTerminated().whenComplete((done, failure) -> up.complete(false));
    }

    /**
     * Joins or founds. Blocks until this node is up.
     *
     * @throws ClusterFormationException if that does not succeed within the join timeout
     */
    void join() {
        if (settings.seedNodes().isEmpty()) {
            joinThroughDatabase();
        } else {
            joinSeeds(settings.seedNodes());
            register();
            refuseSecondCluster();
        }
    }

    private void joinThroughDatabase() {
        long deadline = ticker.nanos() + settings.joinTimeout().toNanos();
        while (table.underFormationLock(this::joinOrFound, Decision.WAIT) == Decision.WAIT) {
            if (ticker.nanos() - deadline > 0) {
                throw new ClusterFormationException(silentMembers());
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private String silentMembers() {
        List<MemberTable.Row> silent = others(table.rows());
        return silent.isEmpty()
                ? "another node has been about to found the cluster of this database for "
                        + settings.joinTimeout().toSeconds() + " s; try again"
                : "this database belongs to another seqd cluster, whose members " + addresses(silent)
                        + " write heartbeats to it but do not answer from here";
    }

    private static String addresses(List<MemberTable.Row> rows) {
        return rows.stream().map(MemberTable.Row::address).collect(Collectors.joining(", "));
    }

    private Decision joinOrFound(List<MemberTable.Row> rows) {
        List<MemberTable.Row> others = others(rows);
        List<String> live = live(others);
        if (live.isEmpty() && others.stream().anyMatch(this::mayLive)) {
            return Decision.WAIT;
        }
        if (live.isEmpty()) {
            LOG.info("founding a cluster at {}", self);
        } else {
            LOG.info("joining the cluster of {}", String.join(", ", live));
        }
        joinSeeds(live.isEmpty() ? List.of(self) : live);
        register();
        return Decision.JOINED;
    }

    private boolean mayLive(MemberTable.Row row) {
        return row.silence().compareTo(settings.staleAfter()) < 0;
    }

    /** A row with our own address is of an earlier life: the port is ours now. */
    private List<MemberTable.Row> others(List<MemberTable.Row> rows) {
        return rows.stream().filter(row -> !row.address().equals(self)).toList();
    }

    private List<String> live(List<MemberTable.Row> rows) {
        List<CompletableFuture<Boolean>> answers = new ArrayList<>();
        for (MemberTable.Row row : rows) {
            answers.add(MemberProbe.ask(system, row.address(), settings.probeTimeout())
                    .handle((alive, failure) ->
                            failure == null && alive.up() && alive.incarnation().equals(row.incarnation()))
                    .toCompletableFuture());
        }
        List<String> live = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            if (answers.get(i).join()) {
                live.add(rows.get(i).address());
            }
        }
        return live;
    }

    private void joinSeeds(List<String> addresses) {
        List<Address> seeds =
                addresses.stream().map(AddressFromURIString::parse).toList();
        Cluster.get(system).manager().tell(new JoinSeedNodes(seeds));
        try {
            if (!up.get(settings.joinTimeout().toNanos(), TimeUnit.NANOSECONDS)) {
                throw unjoined(addresses);
            }
        } catch (TimeoutException e) {
            throw unjoined(addresses);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterFormationException("interrupted while joining the cluster");
        } catch (ExecutionException e) {
            throw new CompletionException(e);
        }
    }

    private static ClusterFormationException unjoined(List<String> addresses) {
        return new ClusterFormationException("could not join the cluster of " + String.join(", ", addresses)
                + " in time; is its address reachable from here, and this node's from there?");
    }

    /**
     * With seed nodes nothing keeps two clusters off one database but this look at who else writes heartbeats. Whoever was
     * killed a moment ago does not answer, and is waited for until its heartbeat is stale.
     */
    private void refuseSecondCluster() {
        long deadline = ticker.nanos() + settings.joinTimeout().toNanos();
        awaitOwnView(deadline);
        List<MemberTable.Row> strangers = strangers();
        while (!strangers.isEmpty()) {
            if (!live(strangers).isEmpty() || ticker.nanos() - deadline > 0) {
                table.remove(self, MemberProbe.incarnation(system));
                throw new ClusterFormationException("this database belongs to another seqd cluster, with "
                        + addresses(strangers) + "; leave out the seed nodes to join it, or use another database");
            }
            LockSupport.parkNanos(PAUSE.toNanos());
            strangers = strangers();
        }
    }

    /** The view of the members lags behind the word that this node is up; one that has this node has the others too. */
    private void awaitOwnView(long deadline) {
        while (!members().contains(self) && ticker.nanos() - deadline < 0) {
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private Set<String> members() {
        Set<String> members = new HashSet<>();
        Cluster.get(system)
                .state()
                .getMembers()
                .forEach(m -> members.add(m.address().toString()));
        return members;
    }

    private List<MemberTable.Row> strangers() {
        Set<String> members = members();
        return table.rows().stream()
                .filter(row -> mayLive(row) && !members.contains(row.address()))
                .toList();
    }

    private void register() {
        table.heartbeat(self, MemberProbe.incarnation(system), httpEndpoint);
    }
}
