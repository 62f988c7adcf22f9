package dev.seqd.allocator;

import com.typesafe.config.Config;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceOptions;
import dev.seqd.core.Ticker;
import dev.seqd.database.Database;
import dev.seqd.database.DatabaseChecks;
import dev.seqd.database.DatabaseException;
import dev.seqd.database.DatabaseSettings;
import dev.seqd.database.Schema;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.apache.pekko.cluster.sharding.typed.javadsl.Entity;
import org.apache.pekko.cluster.sharding.typed.javadsl.EntityRef;
import org.apache.pekko.cluster.sharding.typed.javadsl.EntityTypeKey;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.japi.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A node of the allocator: its actor system, its part of the Counters, its journal. Thread-safe; who starts it closes it.
 * No call blocks but {@link #start}, {@link #join} and {@link #close}.
 *
 * <p>Stages fail with a {@link SeqdException}, perhaps inside a {@link CompletionException}.
 */
public final class Allocator implements AutoCloseable {
    /** The sharded Counters. */
    static final EntityTypeKey<Counter.Command> COUNTER =
            EntityTypeKey.create(Counter.Command.class, HeadTable.ENTITY_TYPE);

    private static final String SYSTEM_NAME = "seqd";
    private static final String WARM_UP = "-warm-up";
    /** The most changes that one question brings. */
    public static final int MAX_NEWS = 1000;

    private static final Duration MARGIN = Duration.ofSeconds(1);

    private final ActorSystem<Void> system;
    private final Database database;
    private final ClusterSettings clusterSettings;
    private final CounterSettings counterSettings;
    private final StandInSettings standInSettings;
    private final Duration askTimeout;
    private final AllocatorCounts counts = new AllocatorCounts();
    private final HeadTable heads;
    private final Membership membership;
    private final DatabaseAdmin admin;
    private volatile LeaseHolder holder = LeaseHolders::giveBackNothing;

    /** There once this node has joined. */
    private volatile @Nullable StandIns standIns;

    private Allocator(ActorSystem<Void> system, Database database, Config config) {
        this.system = system;
        this.database = database;
        this.clusterSettings = ClusterSettings.of(config);
        this.counterSettings = CounterSettings.of(config);
        this.standInSettings = StandInSettings.of(config);
        this.askTimeout = counterSettings.maxWait().plus(MARGIN);
        Executor blocking =
                system.dispatchers().lookup(DispatcherSelector.fromConfig(DatabaseAdmin.BLOCKING_DISPATCHER));
        this.heads = new HeadTable(database, blocking);
        this.admin = new DatabaseAdmin(system, database, heads, counts, this::description);
        this.membership = new Membership(system, new MemberTable(database), blocking);
    }

    /**
     * Checks the database, brings its schema up to date, verifies the fence, and starts the actor system. The node is no
     * member of a cluster yet. Blocks.
     *
     * @param overrides the operator's settings, over the defaults of the {@code reference.conf}
     * @param settings the database of the journal
     * @throws DatabaseException if the database cannot be reached or must not be trusted; nothing is left running
     * @throws com.typesafe.config.ConfigException if a setting is missing or has a bad value
     */
    public static Allocator start(Config overrides, DatabaseSettings settings) {
        Config config = NodeConfig.of(overrides, settings);
        ClusterSettings.of(config);
        StandInSettings.of(config);
        DatabaseChecks.verify(settings, JournalSettings.of(config).allowUnsafe());
        Schema.upgrade(settings);
        Database database = Database.open(settings);
        try {
            HeadTable.verifyFence(database);
            ActorSystem<Void> system = ActorSystem.create(Behaviors.empty(), SYSTEM_NAME, config);
            return new Allocator(system, database, config);
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
    }

    /**
     * Joins the cluster of this database, or founds it, and begins to own Counters. Blocks until the node is up.
     *
     * @param httpEndpoint where this node serves HTTP, for others to know
     * @throws ClusterFormationException if that does not succeed in time, or another cluster holds the database
     */
    public void join(String httpEndpoint) {
        MemberProbe.answer(system, httpEndpoint, () -> admin.trust().stand().beats(), membership);
        LeaseHolders.answer(system, recall -> holder.recall(recall));
        new ClusterFormation(system, clusterSettings, new MemberTable(database), httpEndpoint).join();
        membership.announceLeaving(clusterSettings.leaveDelay());
        membership.keepAlive(clusterSettings.heartbeatInterval(), httpEndpoint);
        Duration retention = JournalSettings.of(system.settings().config()).retention();
        admin.watch(holder, clusterSettings.heartbeatInterval(), retention);
        CounterWorld world = CounterWorld.of(node(), counterSettings, counts, admin);
        ClusterSharding.get(system)
                .init(Entity.of(COUNTER, entity -> Counter.create(new SequenceName(entity.getEntityId()), world))
                        .withStopMessage(new Counter.Stop()));
        awaitAnswer();
        StandIns ready = new StandIns(system, world, standInSettings, asked -> owner(asked.value()), askTimeout);
        Deputies.answer(system, ready::standIn);
        standIns = ready;
    }

    /**
     * Asks a Counter for its description until it answers, be it that there is none: from then on region, journal and head table are warm, and
     * the first real request waits for none of them.
     */
    private void awaitAnswer() {
        Ticker ticker = Ticker.system();
        long deadline = ticker.nanos() + clusterSettings.joinTimeout().toNanos();
        while (ticker.nanos() - deadline < 0 && !admin.isDoubted()) {
            try {
                ask(WARM_UP, Counter.Describe::new).toCompletableFuture().join();
                return;
            } catch (CompletionException e) {
                if (e.getCause() instanceof SeqdException refusal && refusal.error() == SeqdError.UNKNOWN_SEQUENCE) {
                    return;
                }
            }
        }
        if (admin.isDoubted()) {
            return; // it serves nothing until an operator has spoken, to this node too
        }
        throw new ClusterFormationException("no counter answers within "
                + clusterSettings.joinTimeout().toSeconds() + " s after joining; is the database overloaded?");
    }

    /** What an operator does to the database of all sequences. */
    public DatabaseAdmin admin() {
        return admin;
    }

    private CounterWorld.Node node() {
        return new CounterWorld.Node(
                Cluster.get(system).selfMember().address().hostPort(),
                system.settings().config().getInt("pekko.persistence.max-concurrent-recoveries"));
    }

    /** Whether callers should turn to this node: it has joined, is not about to leave, and trusts its database. */
    public boolean isReady() {
        return hasJoined() && !membership.isLeaving() && !admin.isDoubted();
    }

    /** Whether this node has joined its cluster: before that nobody gets anything here, however long he waits. */
    public boolean hasJoined() {
        return standIns != null;
    }

    /** Whether this node is a member in good standing, so that others talk to it; also while it is about to leave. */
    public boolean isMember() {
        return hasJoined() && Cluster.get(system).selfMember().status() == MemberStatus.up();
    }

    /**
     * Tells a member to leave in good order and to end; completes as soon as that knows.
     *
     * @param id names this life of it, as in {@link ClusterMember#id}
     */
    public CompletionStage<Void> drain(String id) {
        return membership.drain(id).handle((accepted, failure) -> {
            if (failure != null) {
                throw new SeqdException(
                        SeqdError.UNAVAILABLE, null, "node \"" + id + "\" does not answer; try again", failure);
            }
            if (!accepted) {
                throw new SeqdException(SeqdError.UNKNOWN_NODE, "no node \"" + id + "\" is in this cluster");
            }
            return null;
        });
    }

    /**
     * Gives back what a node was granted of a sequence and did not hand out. Whoever calls this has given it up, also if the
     * stage fails; what cannot be taken back becomes a counted gap.
     */
    public CompletionStage<Void> giveBack(SequenceName name, List<Recall.Part> parts) {
        return askOnceJoined(name, replyTo -> new Counter.GiveBack(parts, replyTo))
                .thenAccept(noted -> {});
    }

    /** The actor system, for others to run in. */
    public ActorSystem<Void> system() {
        return system;
    }

    /** What Counters and journals of this node did. */
    public AllocatorCounts counts() {
        return counts;
    }

    /** Names who holds this node's leases. To be called before {@link #join}; else nothing is given back. */
    public void holdLeases(LeaseHolder newHolder) {
        holder = newHolder;
    }

    /**
     * Creates a sequence; {@code created} is false if the same definition was there already.
     *
     * @param allowReuse whether a dropped name may give its values again, in a new epoch
     */
    public CompletionStage<Creation> create(SequenceName name, SequenceOptions options, boolean allowReuse) {
        return askOnceJoined(name, replyTo -> new Counter.Create(options, allowReuse, replyTo))
                .thenApply(answer -> new Creation(
                        described(answer).description(), described(answer).created()));
    }

    /**
     * What a creation came to.
     *
     * @param description the sequence
     * @param created whether it was made now
     */
    public record Creation(SequenceDescription description, boolean created) {}

    /** Describes a sequence. */
    public CompletionStage<SequenceDescription> describe(SequenceName name) {
        return description(name, Counter.Describe::new);
    }

    /**
     * Changes a sequence's definition.
     *
     * @param allowReuse whether values may come again, in a new epoch
     * @param ifVersion the version that the definition must still have, null for any
     */
    public CompletionStage<SequenceDescription> alter(
            SequenceName name, SequenceOptions options, boolean allowReuse, @Nullable Long ifVersion) {
        return description(name, replyTo -> new Counter.Alter(options, allowReuse, ifVersion, replyTo));
    }

    /**
     * Lets the next value of a sequence be exactly a given one.
     *
     * @param with the value, null for the {@code start} of the definition
     * @param allowReuse whether values may come again, in a new epoch
     */
    public CompletionStage<SequenceDescription> restart(SequenceName name, @Nullable Long with, boolean allowReuse) {
        return description(name, replyTo -> new Counter.Restart(with, allowReuse, replyTo));
    }

    /**
     * Lets a sequence stand at a value.
     *
     * @param called whether the value counts as given, so that the next is one increment further
     * @param allowReuse whether values may come again, in a new epoch
     */
    public CompletionStage<SequenceDescription> setval(
            SequenceName name, long value, boolean called, boolean allowReuse) {
        return description(name, replyTo -> new Counter.SetValue(value, called, allowReuse, replyTo));
    }

    /** Drops a sequence. */
    public CompletionStage<SequenceDescription> drop(SequenceName name) {
        return description(name, Counter.Drop::new);
    }

    private CompletionStage<SequenceDescription> description(
            SequenceName name, Function<ActorRef<Answer>, Counter.Command> question) {
        return askOnceJoined(name, question)
                .thenApply(answer -> described(answer).description());
    }

    /** Takes values from a sequence's Counter, for good. */
    public CompletionStage<Grant> lease(SequenceName name, LeaseRequest request) {
        StandIns ready = standIns;
        if (ready == null) {
            return CompletableFuture.failedFuture(notJoined());
        }
        return ready.lease(name, request)
                .handle((answer, failure) -> accepted(name.value(), answer, failure))
                .exceptionally(admin::explained)
                .thenApply(answer -> ((Answer.Granted) answer).grant());
    }

    /** Says that so many more callers wait for what was asked of a sequence's Counter; whom most wait for recovers first. */
    public void wanted(SequenceName name, long more) {
        if (hasJoined()) {
            owner(name.value()).tell(new Counter.Wanted(more));
        }
    }

    /** The number of the newest change of all sequences, 0 if there was none. */
    public CompletionStage<Long> newestChange() {
        return heads.newestChange();
    }

    /** At most {@value #MAX_NEWS} sequences that changed after a numbered change, in the order of their changes. */
    public CompletionStage<List<SequenceNews>> changesAfter(long changeId) {
        return heads.changesAfter(changeId, MAX_NEWS);
    }

    /** The sequences in the order of their names, as their journals have them. */
    public CompletionStage<List<SequenceDescription>> list(String prefix, String afterName, int limit) {
        return heads.list(prefix, afterName, limit);
    }

    /** The members of the cluster as this node sees them. */
    public CompletionStage<List<ClusterMember>> members() {
        return membership.members();
    }

    private static Answer.Described described(Answer answer) {
        return (Answer.Described) answer;
    }

    private CompletionStage<Answer> askOnceJoined(
            SequenceName name, Function<ActorRef<Answer>, Counter.Command> question) {
        return hasJoined() ? ask(name.value(), question) : CompletableFuture.failedFuture(notJoined());
    }

    /** What is said before it {@link #hasJoined}. */
    public static SeqdException notJoined() {
        return new SeqdException(SeqdError.UNAVAILABLE, "this node has not joined its cluster yet; try again");
    }

    private CompletionStage<Answer> ask(String name, Function<ActorRef<Answer>, Counter.Command> question) {
        return Asking.ask(system, owner(name), question, askTimeout)
                .handle((answer, failure) -> accepted(name, answer, failure))
                .exceptionally(admin::explained);
    }

    private EntityRef<Counter.Command> owner(String name) {
        return ClusterSharding.get(system).entityRefFor(COUNTER, name);
    }

    private static Answer accepted(String name, @Nullable Answer answer, @Nullable Throwable failure) {
        if (answer instanceof Answer.Refused refused) {
            throw refused.toException();
        }
        if (answer != null) {
            return answer;
        }
        Throwable cause = Asking.cause(failure);
        String text = cause instanceof TimeoutException
                ? "the owner of sequence \"" + name + "\" did not answer in time; try again"
                : "the owner of sequence \"" + name + "\" cannot be asked; try again";
        throw new SeqdException(SeqdError.UNAVAILABLE, null, text, cause);
    }

    /** Leaves the cluster and ends the actor system. Blocks until that is done. */
    @Override
    public void close() {
        CoordinatedShutdown.get(system)
                .runAll(CoordinatedShutdown.unknownReason())
                .toCompletableFuture()
                .join();
        database.close();
    }
}
