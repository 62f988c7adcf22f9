package dev.seqd.allocator;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SequenceName;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.RecipientRef;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets values come although the owner of a counter does not answer, without waiting for the cluster to agree who the next
 * one is. An owner that neither answers a request nor says that it is there is stood in for: a second Counter, on the node
 * that {@link Deputies} choose, raises the mark and serves from that. The fence keeps the ranges of both apart; whoever
 * loses a race for the next event recovers by itself. It ends, and gives its reserve back, once the owner answers or
 * nobody asks. While this node cannot reach the database, it is not the owner that is away, and nobody is stood in for.
 *
 * <p>Thread-safe. How many owners are stood in for, and how quickly they become more, is limited: where a whole node is
 * merely slow, more writers would make it slower.
 */
final class StandIns {
    private static final Logger LOG = LoggerFactory.getLogger(StandIns.class);
    private static final Duration IDLE = Duration.ofSeconds(10);

    /** By how much an answer that was sent first may come later than another. */
    private static final Duration OVERTAKEN = Duration.ofMillis(20);

    /** Of its patience a node waits one part, and asks in each of the others once whether the owner is there. */
    private static final int QUARTERS = 4;

    private static final int MAX_SILENCES = QUARTERS - 1;

    private final ActorSystem<?> system;
    private final CounterWorld world;
    private final StandInSettings settings;
    private final Owners owners;
    private final Duration maxWait;
    private final Duration quarter;
    private final Duration halfPatience;
    private final Deputies deputies;
    private final ConcurrentHashMap<SequenceName, StandIn> running = new ConcurrentHashMap<>();
    private final RateLimit rate;

    @GuardedBy("this")
    private CompletableFuture<Long> reading = CompletableFuture.completedFuture(0L);

    /** Where the owner of a counter is reached. */
    interface Owners {
        RecipientRef<Counter.Command> of(SequenceName name);
    }

    /** Nobody is stood in for yet; a request may take {@code maxWait}. */
    StandIns(ActorSystem<?> system, CounterWorld world, StandInSettings settings, Owners owners, Duration maxWait) {
        this.system = system;
        this.world = world.with(settings.counter());
        this.settings = settings;
        this.owners = owners;
        this.maxWait = maxWait;
        this.quarter = settings.patience().dividedBy(QUARTERS);
        this.halfPatience = settings.patience().dividedBy(2);
        this.deputies = new Deputies(system, world.ticker());
        this.rate = new RateLimit(settings.perSecond(), world.ticker().nanos());
    }

    /** How many owners are stood in for, here or by a node that this one asks. */
    int running() {
        return running.size();
    }

    /** Takes values from the owner, or, while that does not answer, from a stand-in. */
    CompletionStage<Answer> lease(SequenceName name, LeaseRequest request) {
        StandIn standIn = running.get(name);
        if (standIn != null) {
            return standIn.lease(request);
        }
        LeaseRace race = new LeaseRace(name, request, world.counts());
        askOwner(race);
        doubtLater(race);
        return race.result();
    }

    /** Takes values for another node, to which the owner does not answer. */
    CompletionStage<Answer> standIn(SequenceName name, LeaseRequest request) {
        StandIn standIn = running.computeIfAbsent(name, this::open);
        return standIn != null
                ? standIn.lease(request)
                : CompletableFuture.completedFuture(
                        new Answer.Refused(SeqdError.OVERLOADED, null, "this node stands in for enough others"));
    }

    private void askOwner(LeaseRace race) {
        var unused = race.enter(Asking.ask(
                system, owners.of(race.name()), replyTo -> new Counter.Lease(race.asks(replyTo), replyTo), maxWait));
    }

    /** Whatever comes to nothing is tried again for as long as the owner may still answer. */
    private void doubtLater(LeaseRace race) {
        if (!race.isOver()) {
            later(quarter, () -> doubt(race, 0));
        }
    }

    /** The owner has been silent for a while, and to some questions whether it is there at all. */
    private void doubt(LeaseRace race, int silences) {
        if (race.isOver()) {
            return;
        }
        if (silences == MAX_SILENCES) {
            lookAtDatabase(race);
            return;
        }
        var unused = ping(race.name(), race.ownerAnswersTo(), quarter).whenComplete((here, silence) -> {
            if (silence != null) {
                doubt(race, silences + 1);
            } else {
                askAgainIfLost(race, here);
            }
        });
    }

    /** An owner with which the request does not wait has never heard of it, unless its answer arrives in a moment. */
    private void askAgainIfLost(LeaseRace race, Answer here) {
        if (here instanceof Answer.Here owner && !owner.awaited()) {
            later(OVERTAKEN, () -> askAgain(race));
        } else {
            doubtLater(race);
        }
    }

    private void askAgain(LeaseRace race) {
        if (!race.isOver()) {
            askOwner(race);
            doubtLater(race);
        }
    }

    private void later(Duration delay, Runnable step) {
        system.scheduler().scheduleOnce(delay, step, system.executionContext());
    }

    /** The owner is silent: or is it the database? */
    private void lookAtDatabase(LeaseRace race) {
        var unused = reading().whenComplete((newest, failure) -> {
            if (failure == null) {
                appoint(race);
            } else {
                doubtLater(race);
            }
        });
    }

    /** One at a time for all: while the database is away, more would keep threads from what else waits for it. */
    private synchronized CompletionStage<Long> reading() {
        if (reading.isDone()) {
            reading = world.heads().newestChange().toCompletableFuture();
        }
        return reading;
    }

    private void appoint(LeaseRace race) {
        var unused = deputies.choose(race.name(), halfPatience)
                .thenAccept(deputy -> enter(race, deputy))
                .exceptionally(failure -> {
                    LOG.warn("nobody stands in for the owner of sequence {}: {}", race.name(), failure.toString());
                    doubtLater(race);
                    return null;
                });
    }

    private void enter(LeaseRace race, Optional<ActorRef<Deputies.Ask>> deputy) {
        if (race.isOver()) {
            return;
        }
        StandIn standIn = running.computeIfAbsent(
                race.name(), absent -> deputy.isPresent() ? at(absent, deputy.get()) : open(absent));
        if (standIn == null) {
            doubtLater(race);
            return;
        }
        var unused = race.enter(standIn.lease(race.request())).thenRun(() -> doubtLater(race));
    }

    private CompletionStage<Answer> ping(SequenceName name, @Nullable ActorRef<Answer> asker, Duration timeout) {
        return Asking.ask(system, owners.of(name), replyTo -> new Counter.Ping(asker, replyTo), timeout);
    }

    private @Nullable StandIn open(SequenceName name) {
        if (running.mappingCount() >= settings.max()
                || !rate.allows(world.ticker().nanos())) {
            LOG.debug("the owner of sequence {} does not answer, and this node stands in for enough others", name);
            return null;
        }
        LOG.warn("the owner of sequence {} does not answer: this node raises its mark itself until it does", name);
        world.counts().standIns().increment();
        ActorRef<Counter.Command> counter =
                system.systemActorOf(Counter.create(name, world), "stand-in-" + world.incarnation(), Props.empty());
        return new StandIn(name, request -> here(counter, request), () -> counter.tell(new Counter.Stop())).watched();
    }

    private CompletionStage<Answer> here(ActorRef<Counter.Command> counter, LeaseRequest request) {
        long count = Math.min(
                request.count(), Math.max(request.needed(), settings.counter().blockMax()));
        LeaseRequest smaller = new LeaseRequest(count, request.needed(), request.used(), request.after());
        return Asking.ask(system, counter, replyTo -> new Counter.Lease(smaller, replyTo), maxWait);
    }

    private @Nullable StandIn at(SequenceName name, ActorRef<Deputies.Ask> deputy) {
        if (running.mappingCount() >= settings.max()) {
            return null;
        }
        LOG.debug("the owner of sequence {} does not answer: {} stands in for it", name, deputy);
        return new StandIn(
                        name,
                        request -> Asking.ask(
                                system, deputy, replyTo -> new Deputies.Ask(name.value(), request, replyTo), maxWait),
                        () -> {})
                .watched();
    }

    /** Who gives values for as long as the owner is silent and somebody asks: a Counter here, or another node. */
    private final class StandIn {
        private final SequenceName name;
        private final Function<LeaseRequest, CompletionStage<Answer>> source;
        private final Runnable end;
        private volatile long usedAtNanos = world.ticker().nanos();
        private volatile boolean ownerIsBack;

        private StandIn(SequenceName name, Function<LeaseRequest, CompletionStage<Answer>> source, Runnable end) {
            this.name = name;
            this.source = source;
            this.end = end;
        }

        private StandIn watched() {
            watch();
            return this;
        }

        private CompletionStage<Answer> lease(LeaseRequest request) {
            if (ownerIsBack) {
                return Asking.ask(system, owners.of(name), replyTo -> new Counter.Lease(request, replyTo), maxWait);
            }
            usedAtNanos = world.ticker().nanos();
            return source.apply(request).whenComplete((answer, failure) -> {
                if (failure != null) {
                    close("it does not answer either");
                }
            });
        }

        private void watch() {
            later(settings.patience(), this::look);
        }

        private void look() {
            var unused = ping(name, null, settings.patience()).whenComplete((here, silence) -> {
                if (silence == null) {
                    handBack();
                } else if (world.ticker().nanos() - usedAtNanos > IDLE.toNanos()) {
                    close("nobody asks any more");
                } else {
                    watch();
                }
            });
        }

        /** For a moment it still passes requests on to the owner, so that nodes that notice later do not open another. */
        private void handBack() {
            ownerIsBack = true;
            end("its owner answers again");
            later(settings.patience(), () -> running.remove(name, this));
        }

        private void close(String why) {
            if (running.remove(name, this) && !ownerIsBack) {
                end(why);
            }
        }

        private void end(String why) {
            end.run();
            LOG.info("sequence {} is no longer stood in for: {}", name, why);
        }
    }
}
