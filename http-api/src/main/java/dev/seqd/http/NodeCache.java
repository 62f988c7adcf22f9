package dev.seqd.http;

import dev.seqd.allocator.Allocator;
import dev.seqd.allocator.Grant;
import dev.seqd.core.After;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceName;
import dev.seqd.core.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
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
import org.jspecify.annotations.Nullable;

/**
 * The leases of a node: one {@link LeaseState} for each counter that was asked for here. It never blocks; a request that
 * cannot be served from a lease waits in its state, with a deadline.
 */
final class NodeCache extends AbstractBehavior<NodeCache.Command> {
    private static final Duration RETRY_TICK = Duration.ofMillis(50);
    private static final Duration IDLE_TICK = Duration.ofMinutes(1);

    private final Map<SequenceName, LeaseState<ActorRef<Reply>>> leases = new HashMap<>();
    private final Set<SequenceName> restless = new HashSet<>();
    private final TimerScheduler<Command> timers;
    private final World world;

    /** What a cache gets to know of its world. */
    record World(
            Allocator allocator, HttpSettings settings, NodeCounts counts, Ticker ticker, RandomGenerator random) {}

    /** Everything a cache understands. */
    sealed interface Command {}

    /** Give up to {@code count} values beyond what the caller saw. */
    record Take(SequenceName name, long count, @Nullable After after, ActorRef<Reply> replyTo) implements Command {}

    /** Give up the lease of a counter whose definition changed. */
    record Forget(SequenceName name) implements Command {}

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
        timers.startTimerWithFixedDelay(new IdleTick(), IDLE_TICK);
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Take.class, this::onTake)
                .onMessage(Leased.class, this::onLeased)
                .onMessage(LeaseFailed.class, this::onLeaseFailed)
                .onMessage(Forget.class, this::onForget)
                .onMessage(RetryTick.class, this::onRetryTick)
                .onMessage(IdleTick.class, this::onIdleTick)
                .build();
    }

    private Behavior<Command> onTake(Take take) {
        lease(take.name).take(take.count, take.after, take.replyTo, now());
        return watch(take.name);
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

    private Behavior<Command> onForget(Forget forget) {
        LeaseState<ActorRef<Reply>> lease = leases.get(forget.name);
        if (lease != null) {
            lease.forget();
        }
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

    private final class ToActors implements LeaseState.Output<ActorRef<Reply>> {
        private final SequenceName name;

        private ToActors(SequenceName name) {
            this.name = name;
        }

        @Override
        public void lease(long count, long used, @Nullable After after) {
            getContext().pipeToSelf(world.allocator.lease(name, count, used, after), (grant, failure) -> {
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
