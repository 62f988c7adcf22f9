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
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.jspecify.annotations.Nullable;

/**
 * The leases of a node: one {@link LeaseState} for each counter that was asked for here. It never blocks; a request that
 * cannot be served from a lease waits in its state, with a deadline. After a pause of this process it first asks what has
 * changed meanwhile.
 */
final class NodeCache extends AbstractBehavior<NodeCache.Command> {
    private static final Duration RETRY_TICK = Duration.ofMillis(50);
    private static final Duration LONGEST_IDLE_TICK = Duration.ofMinutes(1);
    private static final int MAX_HELD = 10_000;

    /** Those used longest ago come first. */
    private final Map<SequenceName, LeaseState<ActorRef<Reply>>> leases = new LinkedHashMap<>(16, 0.75f, true);

    private final LeaseReturns returns = new LeaseReturns();
    private final ActorRef<Recall.Returned> gaveUp;
    private @Nullable ActorRef<Ended> ending;
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
    /** Hand out nothing more, and give back all leases to their Counters. */
    record End(ActorRef<Ended> replyTo) implements Command {}

    private record GaveUp(Recall.Returned answer) implements Command {}

    private record ReturnOver(
            LeaseReturns.Return sent, @Nullable Throwable failure) implements Command {}

    private record News(List<SequenceNews> changes) implements Command {}

    private record NoNews(Throwable why) implements Command {}

    private record NewsTick() implements Command {}

    private record Leased(SequenceName name, Grant grant) implements Command {}

    private record LeaseFailed(SequenceName name, SeqdException failure) implements Command {}

    private record RetryTick() implements Command {}

    private record IdleTick() implements Command {}

    /** All leases were given back. */
    record Ended() {}

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
        this.gaveUp = context.messageAdapter(Recall.Returned.class, GaveUp::new);
        this.news = new NewsReader(world.newestChange, now());
        timers.startTimerWithFixedDelay(new IdleTick(), idleTick(world.settings.idle()));
        timers.startTimerWithFixedDelay(new NewsTick(), NewsReader.INTERVAL);
    }

    private static Duration idleTick(Duration idle) {
        Duration quarter = idle.dividedBy(4);
        return quarter.compareTo(LONGEST_IDLE_TICK) < 0 ? quarter : LONGEST_IDLE_TICK;
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Take.class, this::onTake)
                .onMessage(Leased.class, this::onLeased)
                .onMessage(LeaseFailed.class, this::onLeaseFailed)
                .onMessage(GiveBack.class, this::onGiveBack)
                .onMessage(TellKnown.class, this::onTellKnown)
                .onMessage(End.class, this::onEnd)
                .onMessage(GaveUp.class, this::onGaveUp)
                .onMessage(ReturnOver.class, this::onReturnOver)
                .onMessage(News.class, this::onNews)
                .onMessage(NoNews.class, this::onNoNews)
                .onMessage(NewsTick.class, this::onNewsTick)
                .onMessage(RetryTick.class, this::onRetryTick)
                .onMessage(IdleTick.class, this::onIdleTick)
                .build();
    }

    private Behavior<Command> onTake(Take take) {
        if (ending != null) {
            String text = "this node ends; ask another one";
            take.replyTo.tell(new Refused(new SeqdException(SeqdError.UNAVAILABLE, text)));
            return this;
        }
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
            forget(failed.name);
        }
        return this;
    }

    private void forget(SequenceName name) {
        if (leases.remove(name) != null) {
            world.counts.leases().decrement();
        }
    }

    private Behavior<Command> onGiveBack(GiveBack giveBack) {
        LeaseState<ActorRef<Reply>> lease = leases.get(new SequenceName(giveBack.recall.name()));
        if (lease == null) {
            giveBack.recall.giveBack(List.of());
        } else {
            lease.recall(giveBack.recall, now());
        }
        return this;
    }

    private Behavior<Command> onTellKnown(TellKnown question) {
        List<Known> known = new ArrayList<>();
        leases.forEach((name, lease) -> lease.known(name.value()).ifPresent(known::add));
        question.replyTo.tell(known);
        return this;
    }

    private Behavior<Command> onEnd(End end) {
        ending = end.replyTo;
        leases.forEach(this::letGo);
        return giveBack();
    }

    private void letGo(SequenceName name, LeaseState<ActorRef<Reply>> lease) {
        lease.recall(new Recall(name.value(), returns.ask(name), false, gaveUp), now());
    }

    private Behavior<Command> onGaveUp(GaveUp gave) {
        returns.returned(gave.answer);
        return giveBack();
    }

    private Behavior<Command> giveBack() {
        for (LeaseReturns.Return next = returns.next(); next != null; next = returns.next()) {
            LeaseReturns.Return sent = next;
            getContext().pipeToSelf(world.allocator.giveBack(sent.name(), sent.parts()), (done, failure) -> {
                return new ReturnOver(sent, failure);
            });
        }
        if (ending != null && returns.isDone()) {
            ending.tell(new Ended());
        }
        return this;
    }

    private Behavior<Command> onReturnOver(ReturnOver over) {
        returns.over();
        if (over.failure != null) {
            world.counts.valuesBurnt().add(over.sent.values());
            String text = "{} values of sequence {} are lost, its owner did not take them back: {}";
            String why = refusal(over.failure).detail();
            getContext().getLog().info(text, over.sent.values(), over.sent.name(), why);
        }
        return giveBack();
    }

    private Behavior<Command> onRetryTick(RetryTick tick) {
        for (SequenceName name : Set.copyOf(restless)) {
            lease(name).tick(now());
            watch(name);
        }
        return this;
    }

    private Behavior<Command> onIdleTick(IdleTick tick) {
        letGoWhile(lease -> lease.isIdle(now()));
        return giveBack();
    }

    /** Lets go of those used longest ago, as long as that is right. */
    private void letGoWhile(Predicate<LeaseState<ActorRef<Reply>>> right) {
        Iterator<Map.Entry<SequenceName, LeaseState<ActorRef<Reply>>>> all =
                leases.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<SequenceName, LeaseState<ActorRef<Reply>>> eldest = all.next();
            if (!right.test(eldest.getValue())) {
                return;
            }
            all.remove();
            world.counts.leases().decrement();
            letGo(eldest.getKey(), eldest.getValue());
        }
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
        LeaseState<ActorRef<Reply>> there = leases.get(name);
        if (there != null) {
            return there;
        }
        letGoWhile(eldest -> leases.size() >= world.settings.limit() && eldest.isResting(now()));
        LeaseState<ActorRef<Reply>> lease =
                new LeaseState<>(world.settings, world.counts, world.random, new ToActors(name), now());
        leases.put(name, lease);
        world.counts.leases().increment();
        return lease;
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
        public void wanted(long more) {
            world.allocator.wanted(name, more);
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
