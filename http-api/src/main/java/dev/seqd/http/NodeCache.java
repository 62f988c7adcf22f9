package dev.seqd.http;

import dev.seqd.allocator.Allocator;
import dev.seqd.allocator.Grant;
import dev.seqd.allocator.Known;
import dev.seqd.allocator.LeaseRequest;
import dev.seqd.allocator.Recall;
import dev.seqd.allocator.SequenceNews;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceName;
import dev.seqd.core.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.random.RandomGenerator;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;

/**
 * The leases of a node: one {@link LeaseState} for each counter that was asked for here. It never blocks; a request that
 * cannot be served from a lease waits in its state, with a deadline. After a pause of this process it first asks what has
 * changed meanwhile.
 */
final class NodeCache extends AbstractBehavior<NodeCache.Command> {
    private static final Duration RETRY_TICK = Duration.ofMillis(50);
    private static final Duration IDLE_TICK = Duration.ofMinutes(1);
    private static final int MAX_HELD = 10_000;

    private final Map<SequenceName, LeaseState<ActorRef<Reply>>> leases = new HashMap<>();
    private final Set<SequenceName> restless = new HashSet<>();
    private final List<Take> held = new ArrayList<>();
    private final NewsReader news;
    private final TimerScheduler<Command> timers;
    private final World world;

    /** What a cache gets to know of its world; {@code newestChange} is the newest that had happened when it began. */
    record World(
            Allocator allocator,
            HttpSettings settings,
            NodeCounts counts,
            Ticker ticker,
            RandomGenerator random,
            long newestChange) {}

    /** Everything a cache understands. */
    sealed interface Command {}

    /** Give a caller what it wants. */
    record Take(SequenceName name, Wanted wanted, ActorRef<Reply> replyTo) implements Command {}

    /** Give back what is held of a sequence that is about to change. */
    record GiveBack(Recall recall) implements Command {}

    /** Tell what was granted to this node. */
    record TellKnown(ActorRef<List<Known>> replyTo) implements Command {}

    private record News(List<SequenceNews> changes) implements Command {}

    private record NoNews(Throwable why) implements Command {}

    private record NewsTick() implements Command {}

    private record Leased(SequenceName name, Grant grant) implements Command {}

    private record LeaseFailed(SequenceName name, SeqdException failure) implements Command {}

    private record RetryTick() implements Command {}

    private record IdleTick() implements Command {}

    /** What a caller of {@link Take} gets. */
    sealed interface Reply {}

    /** A block. */
    record Given(Taken taken) implements Reply {}

    /** A refusal. */
    record Refused(SeqdException refusal) implements Reply {}

    static Behavior<Command> create(World world) {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> new NodeCache(context, timers, world)));
    }

    private NodeCache(ActorContext<Command> context, TimerScheduler<Command> timers, World world) {
        super(context);
        this.timers = timers;
        this.world = world;
        this.news = new NewsReader(world.newestChange, now());
        timers.startTimerWithFixedDelay(new IdleTick(), IDLE_TICK);
        timers.startTimerWithFixedDelay(new NewsTick(), NewsReader.INTERVAL);
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Take.class, this::onTake)
                .onMessage(Leased.class, this::onLeased)
                .onMessage(LeaseFailed.class, this::onLeaseFailed)
                .onMessage(GiveBack.class, this::onGiveBack)
                .onMessage(TellKnown.class, this::onTellKnown)
                .onMessage(News.class, this::onNews)
                .onMessage(NoNews.class, this::onNoNews)
                .onMessage(NewsTick.class, this::onNewsTick)
                .onMessage(RetryTick.class, this::onRetryTick)
                .onMessage(IdleTick.class, this::onIdleTick)
                .build();
    }

    private Behavior<Command> onTake(Take take) {
        if (news.mustWait(now())) {
            hold(take);
            readNews();
            return this;
        }
        lease(take.name).take(take.wanted, take.replyTo, now());
        return watch(take.name);
    }

    private void hold(Take take) {
        if (held.size() < MAX_HELD) {
            held.add(take);
            return;
        }
        String text = "this node has just come back and reads what has changed; try again";
        take.replyTo.tell(new Refused(new SeqdException(SeqdError.OVERLOADED, text)));
    }

    private Behavior<Command> onNewsTick(NewsTick tick) {
        news.ticked(now());
        readNews();
        return releaseHeld();
    }

    private void readNews() {
        if (news.ask(now())) {
            getContext().pipeToSelf(world.allocator.changesAfter(news.newest()), (changes, failure) -> {
                return failure == null ? new News(changes) : new NoNews(failure);
            });
        }
    }

    private Behavior<Command> onNews(News read) {
        boolean more = news.came(read.changes);
        for (SequenceNews change : read.changes) {
            LeaseState<ActorRef<Reply>> lease = leases.get(new SequenceName(change.name()));
            if (lease != null) {
                lease.changed(change.sequence());
            }
        }
        if (more) {
            readNews();
        }
        return releaseHeld();
    }

    /** The database is away for this node: nothing is known to have changed, and what is here goes on. */
    private Behavior<Command> onNoNews(NoNews none) {
        getContext().getLog().debug("cannot read which sequences have changed", none.why);
        news.failed();
        return releaseHeld();
    }

    private Behavior<Command> releaseHeld() {
        if (news.mustWait(now())) {
            readNews();
            return this;
        }
        List<Take> takes = List.copyOf(held);
        held.clear();
        takes.forEach(this::onTake);
        return this;
    }

    private Behavior<Command> onLeased(Leased leased) {
        lease(leased.name).leased(leased.grant, now());
        return watch(leased.name);
    }

    private Behavior<Command> onLeaseFailed(LeaseFailed failed) {
        lease(failed.name).leaseFailed(failed.failure, now());
        boolean unknown = failed.failure.error() == SeqdError.UNKNOWN_SEQUENCE;
        watch(failed.name);
        if (unknown && !restless.contains(failed.name)) {
            leases.remove(failed.name);
        }
        return this;
    }

    private Behavior<Command> onGiveBack(GiveBack giveBack) {
        LeaseState<ActorRef<Reply>> lease = leases.get(new SequenceName(giveBack.recall.name()));
        if (lease == null) {
            giveBack.recall.giveBack(List.of());
        } else {
            lease.recall(giveBack.recall);
        }
        return this;
    }

    private Behavior<Command> onTellKnown(TellKnown question) {
        List<Known> known = new ArrayList<>();
        leases.forEach((name, lease) -> lease.known(name.value()).ifPresent(known::add));
        question.replyTo.tell(known);
        return this;
    }

    private Behavior<Command> onRetryTick(RetryTick tick) {
        for (SequenceName name : Set.copyOf(restless)) {
            lease(name).tick(now());
            watch(name);
        }
        return this;
    }

    private Behavior<Command> onIdleTick(IdleTick tick) {
        leases.values().removeIf(lease -> {
            boolean idle = lease.isIdle(now());
            if (idle) {
                lease.forget();
            }
            return idle;
        });
        return this;
    }

    /** Only counters with waiting callers are visited by the clock. */
    private Behavior<Command> watch(SequenceName name) {
        LeaseState<ActorRef<Reply>> lease = leases.get(name);
        if (lease != null && lease.isRestless()) {
            restless.add(name);
        } else {
            restless.remove(name);
        }
        if (restless.isEmpty()) {
            timers.cancel(RetryTick.class);
        } else if (!timers.isTimerActive(RetryTick.class)) {
            timers.startTimerWithFixedDelay(RetryTick.class, new RetryTick(), RETRY_TICK);
        }
        return this;
    }

    private LeaseState<ActorRef<Reply>> lease(SequenceName name) {
        return leases.computeIfAbsent(
                name, n -> new LeaseState<>(world.settings, world.counts, world.random, new ToActors(n), now()));
    }

    private long now() {
        return world.ticker.nanos();
    }

    private final class ToActors implements LeaseOutput<ActorRef<Reply>> {
        private final SequenceName name;

        private ToActors(SequenceName name) {
            this.name = name;
        }

        @Override
        public void lease(LeaseRequest request) {
            getContext().pipeToSelf(world.allocator.lease(name, request), (grant, failure) -> {
                return failure == null ? new Leased(name, grant) : new LeaseFailed(name, refusal(failure));
            });
        }

        @Override
        public void give(ActorRef<Reply> replyTo, Taken taken) {
            replyTo.tell(new Given(taken));
        }

        @Override
        public void refuse(ActorRef<Reply> replyTo, SeqdException refusal) {
            replyTo.tell(new Refused(refusal));
        }
    }

    /** The refusal in a failure; whatever else went wrong counts as unavailable. */
    static SeqdException refusal(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof SeqdException refusal
                ? refusal
                : new SeqdException(SeqdError.UNAVAILABLE, null, "the request failed; try again", cause);
    }
}
