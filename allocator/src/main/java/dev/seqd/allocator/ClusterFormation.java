package dev.seqd.allocator;

import dev.seqd.core.Ticker;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets this node join the cluster of its database, or found it. Deciding takes an advisory lock in that database, so that
 * of nodes that start together one founds and the others join. A member counts as dead only when it does not answer a
 * probe and its heartbeat is stale; while that is open, the lock is released and the question asked again.
 *
 * <p>A row with this node's own address is of an earlier life of it, or of a node on another machine that was given the
 * same address, 127.0.0.1 for one. Live members settle that: who joins them is one of them. Without any, it counts like
 * every other row: nobody founds a cluster while its heartbeat is fresh.
 */
final class ClusterFormation {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterFormation.class);
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final ActorSystem<?> system;
    private final ClusterSettings settings;
    private final MemberTable table;
    private final MemberTable.Entry self;
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
        this.self = MemberProbe.self(system, httpEndpoint);
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
            joinThroughSeeds();
        }
    }

    private void joinThroughDatabase() {
        long deadline = deadline();
        while (table.underFormationLock(this::joinOrFound, Decision.WAIT) == Decision.WAIT) {
            if (isOver(deadline)) {
                throw new ClusterFormationException(whyItWaited());
            }
            pause();
        }
    }

    private String whyItWaited() {
        List<MemberTable.Row> silent =
                table.rows().stream().filter(this::mayLive).toList();
        if (silent.stream().anyMatch(this::hasOwnAddress)) {
            return addressTaken(self.address());
        }
        return silent.isEmpty()
                ? "another node has been about to found the cluster of this database for "
                        + settings.joinTimeout().toSeconds() + " s; try again"
                : "this database belongs to another seqd cluster, whose members " + addresses(silent)
                        + " write heartbeats to it but do not answer from here";
    }

    /** Why a node must not go on whose address another one uses. */
    static String addressTaken(String address) {
        return "another node uses this node's address " + address + " in the same database; give each an address of its"
                + " own (seqd.cluster.host and seqd.cluster.port)";
    }

    private static String addresses(List<MemberTable.Row> rows) {
        return rows.stream().map(MemberTable.Row::address).collect(Collectors.joining(", "));
    }

    /** Joins, or founds and registers, all while the lock is held, and on the connection that holds it. */
    private Decision joinOrFound(MemberTable.Locked members) throws SQLException {
        List<MemberTable.Row> rows = members.rows();
        List<String> live = live(rows);
        if (live.isEmpty() && rows.stream().anyMatch(this::mayLive)) {
            return Decision.WAIT;
        }
        if (live.isEmpty()) {
            LOG.info("founding a cluster at {}", self.address());
        } else {
            LOG.info("joining the cluster of {}", String.join(", ", live));
        }
        joinSeeds(live.isEmpty() ? List.of(self.address()) : live);
        members.register(self);
        return Decision.JOINED;
    }

    private boolean mayLive(MemberTable.Row row) {
        return row.silence().compareTo(settings.staleAfter()) < 0;
    }

    private boolean hasOwnAddress(MemberTable.Row row) {
        return row.address().equals(self.address());
    }

    /** Whoever answers a probe as the life that the table has. A row with our own address cannot: there answers this node. */
    private List<String> live(List<MemberTable.Row> rows) {
        List<CompletableFuture<Optional<MemberProbe.Alive>>> answers = new ArrayList<>();
        for (MemberTable.Row row : rows) {
            answers.add(MemberProbe.ask(system, row.address(), settings.probeTimeout())
                    .handle((alive, failure) -> Optional.ofNullable(alive)
                            .filter(one -> one.up() && one.incarnation().equals(row.incarnation())))
                    .toCompletableFuture());
        }
        Map<String, Long> live = new LinkedHashMap<>();
        for (int i = 0; i < rows.size(); i++) {
            String address = rows.get(i).address();
            answers.get(i).join().ifPresent(alive -> live.put(address, alive.beats()));
        }
        requireSameDatabase(live);
        return List.copyOf(live.keySet());
    }

    /** A member whose newest number is not here writes to another database, of which this one is a copy or a past. */
    private void requireSameDatabase(Map<String, Long> live) {
        for (MemberTable.Row row : live.isEmpty() ? List.<MemberTable.Row>of() : table.rows()) {
            if (row.beats() < live.getOrDefault(row.address(), 0L)) {
                throw new ClusterFormationException("member " + row.address() + " writes to another database than this"
                        + " one, which is a copy, or was restored a moment ago; give all nodes the same database");
            }
        }
    }

    private void joinSeeds(List<String> addresses) {
        List<Address> seeds =
                addresses.stream().map(AddressFromURIString::parse).toList();
        Cluster.get(system).manager().tell(new JoinSeedNodes(seeds));
        try {
            if (!up.get(settings.joinTimeout().toNanos(), TimeUnit.NANOSECONDS)) {
                throw unjoined(addresses, null);
            }
        } catch (TimeoutException e) {
            throw unjoined(addresses, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted(e);
        } catch (ExecutionException e) {
            throw new CompletionException(e);
        }
    }

    private static ClusterFormationException interrupted(@Nullable Throwable cause) {
        return new ClusterFormationException("interrupted while joining the cluster", cause);
    }

    private static ClusterFormationException unjoined(List<String> addresses, @Nullable Throwable cause) {
        return new ClusterFormationException(
                "could not join the cluster of " + String.join(", ", addresses)
                        + " in time; is its address reachable from here, and this node's from there?",
                cause);
    }

    private void joinThroughSeeds() {
        joinSeeds(settings.seedNodes());
        long deadline = deadline();
        awaitOwnView(deadline);
        awaitOwnAddress(deadline);
        table.register(self);
        refuseSecondCluster(deadline);
    }

    /** The view of the members lags behind the word that this node is up; one that has this node has the others too. */
    private void awaitOwnView(long deadline) {
        while (!members().contains(self.address()) && !isOver(deadline)) {
            pause();
        }
    }

    /** Alone, a node cannot know whether the row with its address is its own from before; it waits until that is stale. */
    private void awaitOwnAddress(long deadline) {
        while (members().size() <= 1 && table.rows().stream().anyMatch(row -> hasOwnAddress(row) && mayLive(row))) {
            if (isOver(deadline)) {
                throw new ClusterFormationException(addressTaken(self.address()));
            }
            pause();
        }
    }

    /**
     * With seed nodes nothing keeps two clusters off one database but this look at who else writes heartbeats. Whoever was
     * killed a moment ago does not answer, and is waited for until its heartbeat is stale.
     */
    private void refuseSecondCluster(long deadline) {
        List<MemberTable.Row> strangers = strangers();
        while (!strangers.isEmpty()) {
            if (!live(strangers).isEmpty() || isOver(deadline)) {
                table.remove(self.address(), self.incarnation());
                throw new ClusterFormationException("this database belongs to another seqd cluster, with "
                        + addresses(strangers) + "; leave out the seed nodes to join it, or use another database");
            }
            pause();
            strangers = strangers();
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

    private long deadline() {
        return ticker.nanos() + settings.joinTimeout().toNanos();
    }

    private boolean isOver(long deadline) {
        return ticker.nanos() - deadline > 0;
    }

    private static void pause() {
        LockSupport.parkNanos(PAUSE.toNanos());
        if (Thread.currentThread().isInterrupted()) {
            throw interrupted(null);
        }
    }
}
