package dev.seqd.allocator;

import dev.seqd.allocator.Evidence.Statement;
import dev.seqd.core.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;
import org.apache.pekko.cluster.ClusterEvent.MemberRemoved;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Subscribe;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches whether the database still holds what this node has written: once a second, and whenever a recovery sees one that
 * does not. When it does not, or another server answers, nothing is recovered until every counter is moved past what this
 * node knows of it, and every member has said the same of itself ({@link Evidence}).
 */
final class DatabaseWatch extends AbstractBehavior<DatabaseWatch.Command> {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseWatch.class);
    private static final String NAME = "database-watch";
    private static final Duration ASK_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final World world;
    private final BeatLog beats;
    private final Map<String, Heard> heard = new HashMap<>();
    private List<Question> questions = new ArrayList<>();
    private List<Question> answering = List.of();
    private boolean busy;
    private long triedNanos;
    private @Nullable String server;
    private boolean isNew = true;
    private @Nullable Long departedNanos;

    private @Nullable Incident incident;

    /** What a watch gets to know of its world. */
    record World(
            DatabaseTrust trust,
            LeaseHolder leases,
            KnownMarks marks,
            Recount recount,
            AllocatorCounts counts,
            Executor blocking,
            Pace pace,
            Ticker ticker) {}

    /** How often it looks, and how long this node remembers what it handed out. */
    record Pace(Duration interval, Duration memory) {}

    /** Everything a watch understands. */
    sealed interface Command {}

    /** Look now, if you do not look already. */
    record Look() implements Command {}

    /** Look, and say what you find. */
    record Question(ActorRef<Statement> replyTo) implements Command, WireMessage {}

    /** The operator has raised all marks of a server: trust it. */
    record Believe(String server) implements Command, WireMessage {}

    private record End() implements Command {}

    private record Stands() implements Command {}

    private record Strange(DatabaseLook look) implements Command {}

    private record Unreachable(Throwable why) implements Command {}

    private record Recounted(String server) implements Command {}

    private record Answered(String member, Statement statement) implements Command {}

    private record Silent() implements Command {}

    private record Departed() implements Command {}

    private record Heard(Statement statement, long nanos) {}

    /** Begins to watch, before this node recovers anything. */
    static void start(ActorSystem<?> system, World world) {
        Behavior<Command> behavior = Behaviors.setup(context -> Behaviors.withTimers(timers -> {
            timers.startTimerWithFixedDelay(new Look(), Duration.ZERO, world.pace.interval);
            return new DatabaseWatch(context, world);
        }));
        ActorRef<Command> watch = system.systemActorOf(behavior, NAME, Props.empty());
        NodeFence fence = world.trust.fence();
        CoordinatedShutdown.get(system).addTask(CoordinatedShutdown.PhaseClusterExiting(), "seqd-leave-fence", () -> {
            watch.tell(new End());
            return CompletableFuture.supplyAsync(fence::leave, world.blocking);
        });
        world.trust.onSuspicion(() -> watch.tell(new Look()));
    }

    /** Lets every member trust the server that this node is connected to. */
    static void believe(ActorSystem<?> system, String server) {
        for (Member member : Cluster.get(system).state().getMembers()) {
            of(system, member).tell(new Believe(server));
        }
    }

    private static ActorRef<Command> of(ActorSystem<?> system, Member member) {
        return Asking.at(system, member.address(), NAME);
    }

    private DatabaseWatch(ActorContext<Command> context, World world) {
        super(context);
        this.world = world;
        this.beats = new BeatLog(world.pace.memory, now());
        ActorRef<MemberRemoved> removed = context.messageAdapter(MemberRemoved.class, event -> new Departed());
        Cluster.get(context.getSystem()).subscriptions().tell(Subscribe.create(removed, MemberRemoved.class));
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Look.class, look -> look())
                .onMessage(End.class, end -> Behaviors.stopped())
                .onMessage(Stands.class, stands -> landed())
                .onMessage(Strange.class, this::onStrange)
                .onMessage(Unreachable.class, this::onUnreachable)
                .onMessage(Recounted.class, this::onRecounted)
                .onMessage(Question.class, this::onQuestion)
                .onMessage(Answered.class, this::onAnswered)
                .onMessage(Silent.class, silent -> this)
                .onMessage(Departed.class, this::onDeparted)
                .onMessage(Believe.class, this::onBelieve)
                .build();
    }

    /** One look at a time; a question is answered by one that began after it came. */
    private Behavior<Command> look() {
        if (busy) {
            return this;
        }
        busy = true;
        answering = questions;
        questions = new ArrayList<>();
        triedNanos = now();
        String known = server;
        long acknowledged = beats.acknowledged();
        long next = beats.next();
        CompletionStage<Optional<DatabaseLook>> found =
                CompletableFuture.supplyAsync(() -> beat(known, acknowledged, next), world.blocking);
        getContext().pipeToSelf(found, (strange, failure) -> {
            if (failure != null) {
                return new Unreachable(failure);
            }
            return strange.isEmpty() ? new Stands() : new Strange(strange.get());
        });
        return this;
    }

    /** Writes the next number; what it found instead, if the last one is not there. Blocks. */
    private Optional<DatabaseLook> beat(@Nullable String known, long acknowledged, long next) {
        NodeFence fence = world.trust.fence();
        DatabaseLook look = fence.look();
        boolean stands = look.server().equals(known) && look.holds(acknowledged);
        return stands && fence.beat(acknowledged, next) ? Optional.empty() : Optional.of(look);
    }

    /** This node's newest number is in the database. */
    private Behavior<Command> landed() {
        beats.acknowledge(triedNanos);
        String known = server;
        if (known != null) {
            if (world.trust.isTrusted()) {
                world.trust.trust(known, beats.acknowledged());
            }
            Statement statement = statement(known);
            answering.forEach(question -> question.replyTo.tell(statement));
            consult(known);
        }
        return idle();
    }

    private Behavior<Command> idle() {
        busy = false;
        answering = List.of();
        return questions.isEmpty() ? this : look();
    }

    private Behavior<Command> onUnreachable(Unreachable unreachable) {
        LOG.debug("the database cannot be looked at", unreachable.why);
        questions.clear();
        return idle();
    }

    /** Another server, or one that has lost this node's row: nothing that was recovered before holds any more. */
    private Behavior<Command> onStrange(Strange strange) {
        DatabaseLook look = strange.look;
        if (look.server().startsWith(NodeFence.STANDBY)) {
            return onUnreachable(new Unreachable(new IllegalStateException("it is a standby")));
        }
        Incident here = note(look);
        world.trust.lose();
        triedNanos = now();
        long enters = beats.next();
        CompletionStage<String> recounted = world.leases
                .known()
                .thenApplyAsync(
                        leases -> {
                            recount(leases, here);
                            world.trust.fence().enter(enters);
                            return look.server();
                        },
                        world.blocking);
        getContext().pipeToSelf(recounted, (where, failure) -> {
            return failure == null ? new Recounted(where) : new Unreachable(failure);
        });
        return this;
    }

    private Incident note(DatabaseLook look) {
        Incident here = incident;
        if (here == null) {
            here = new Incident(now());
            incident = here;
            heard.clear();
            if (!isNew) {
                LOG.info("the database server was restarted, or is another one; members are asked what they know");
            }
        }
        if (server != null) {
            here.found(look, beats, now());
        }
        return here;
    }

    private void recount(List<Known> leases, Incident here) {
        List<Known> all = new ArrayList<>(leases);
        all.addAll(world.marks.all());
        world.recount.run(all, one -> {
            here.healed();
            world.counts.regressions().increment();
            LOG.warn("sequence {}: its journal lost what was handed out up to {}", one.name(), one.highest());
        });
    }

    private Behavior<Command> onRecounted(Recounted recounted) {
        server = recounted.server;
        return landed();
    }

    private Behavior<Command> onQuestion(Question question) {
        questions.add(question);
        return look();
    }

    private Statement statement(String known) {
        Long left = departedNanos;
        long departed = left == null ? Long.MAX_VALUE : millisSince(left);
        Incident here = incident;
        return here == null ? new Statement(known, true, false, 0, departed) : here.statement(known, departed, now());
    }

    /** Asks who has not answered for this server, and judges. */
    private void consult(String known) {
        if (world.trust.isTrusted()) {
            return;
        }
        boolean again = world.trust.stand().doubt() != null;
        for (Member peer : peers()) {
            Heard answer = heard.get(peer.address().hostPort());
            if (again || answer == null || !answer.statement.server().equals(known)) {
                ask(peer);
            }
        }
        judge(known);
    }

    private List<Member> peers() {
        Cluster cluster = Cluster.get(getContext().getSystem());
        List<Member> peers = new ArrayList<>();
        for (Member member : cluster.state().getMembers()) {
            boolean self = member.uniqueAddress().equals(cluster.selfMember().uniqueAddress());
            if (!self && member.status() != MemberStatus.down()) {
                peers.add(member);
            }
        }
        return peers;
    }

    private void ask(Member peer) {
        ActorSystem<?> system = getContext().getSystem();
        String id = peer.address().hostPort();
        getContext().pipeToSelf(Asking.ask(system, of(system, peer), Question::new, ASK_TIMEOUT), (said, failure) -> {
            return failure == null ? new Answered(id, said) : new Silent();
        });
    }

    private Behavior<Command> onAnswered(Answered answered) {
        heard.put(answered.member, new Heard(answered.statement, now()));
        String known = server;
        if (known != null && !world.trust.isTrusted()) {
            judge(known);
        }
        return this;
    }

    private Behavior<Command> onDeparted(Departed departed) {
        departedNanos = now();
        return this;
    }

    private void judge(String known) {
        Map<String, Optional<Statement>> said = new HashMap<>();
        for (Member peer : peers()) {
            Heard answer = heard.get(peer.address().hostPort());
            said.put(
                    peer.address().hostPort(),
                    Optional.ofNullable(answer).map(from -> from.statement.aged(millisSince(from.nanos))));
        }
        Incident here = incident;
        boolean waited = here != null && here.lasts(PATIENCE, now());
        Evidence evidence = new Evidence(statement(known), said, isNew, waited);
        Evidence.Verdict verdict = evidence.verdict();
        if (verdict instanceof Evidence.Trust) {
            report(evidence.hasLost(), here == null ? 0 : here.moved());
            trust(known);
        } else if (verdict instanceof Evidence.Doubt doubt) {
            doubt(doubt.reason());
        }
    }

    private void report(boolean lost, long moved) {
        if (!isNew && lost) {
            world.counts.databaseLosses().increment();
            LOG.warn(
                    "the database had lost commits; all members have told what they know, {} sequences were moved by"
                            + " this node",
                    moved);
        } else if (!isNew) {
            LOG.info("the database is another server than before; it has lost nothing");
        }
    }

    private void trust(String known) {
        world.trust.trust(known, beats.acknowledged());
        isNew = false;
        incident = null;
    }

    private void doubt(String reason) {
        if (!reason.equals(world.trust.stand().doubt())) {
            LOG.error("{}", reason);
        }
        world.trust.doubt(reason);
    }

    private Behavior<Command> onBelieve(Believe believe) {
        if (believe.server.equals(server) && !world.trust.isTrusted()) {
            LOG.warn("the database is trusted again, because an operator has raised all marks");
            trust(believe.server);
        }
        return this;
    }

    private long millisSince(long nanos) {
        return Duration.ofNanos(now() - nanos).toMillis();
    }

    private long now() {
        return world.ticker.nanos();
    }
}
