package dev.seqd.allocator;

import dev.seqd.core.After;
import dev.seqd.core.Block;
import dev.seqd.core.Position;
import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceState;
import java.time.Duration;
import java.util.Objects;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.jspecify.annotations.Nullable;

/**
 * The owner of one sequence: a sharded entity that hands out ranges of its reserve from memory and lets its
 * {@link CounterJournal} raise the mark. It never blocks and never stashes, so that it serves its reserve also while the
 * database is away. What it decides is in {@link CounterState}.
 */
final class Counter extends AbstractBehavior<Counter.Command> {
    private final CounterState<ActorRef<Answer>> state;
    private final ActorRef<CounterJournal.Command> journal;
    private final TimerScheduler<Command> timers;
    private final SequenceName name;
    private final CounterWorld world;
    private JournalState journaled = JournalState.EMPTY;

    /** Everything a Counter understands. */
    sealed interface Command {}

    /** Create the sequence. */
    record Create(SequenceOptions options, ActorRef<Answer> replyTo) implements Command, WireMessage {}

    /** Tell what the sequence is. */
    record Describe(ActorRef<Answer> replyTo) implements Command, WireMessage {}

    /** Change the definition, if its version is still the given one; null for any. */
    record Alter(SequenceOptions changes, @Nullable Long ifVersion, ActorRef<Answer> replyTo)
            implements Command, WireMessage {}

    /** Drop the sequence. */
    record Drop(ActorRef<Answer> replyTo) implements Command, WireMessage {}

    /** Hand out up to {@code count} values, beyond what the caller saw; it passed on {@code used} since it last asked. */
    record Lease(long count, long used, @Nullable After after, ActorRef<Answer> replyTo)
            implements Command, WireMessage {
        Lease {
            if (count < 1 || used < 0) {
                throw new IllegalArgumentException("no lease: " + count + " values, " + used + " used");
            }
        }
    }

    /** The journal has recovered. */
    record Recovered(JournalState journaled) implements Command {}

    /** The journal cannot be reached and tries again. */
    record JournalLost(String reason) implements Command {}

    /** The journal does not prove its mark. */
    record JournalCorrupt(String reason) implements Command {}

    /** A raise was committed. */
    record Raised(long serial, Block range, JournalState journaled) implements Command {}

    /** A raise was refused, and nothing written. */
    record RaiseRefused(long serial, SeqdException refusal) implements Command {}

    /** The definition changed, or was found to be what was asked for; somebody waits for the description. */
    record Changed(JournalState journaled, boolean created, ActorRef<Answer> replyTo) implements Command {}

    private record Expire() implements Command {}

    static Behavior<Command> create(SequenceName name, CounterWorld world) {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> new Counter(context, timers, name, world)));
    }

    private Counter(
            ActorContext<Command> context, TimerScheduler<Command> timers, SequenceName name, CounterWorld world) {
        super(context);
        context.setLoggerName(Counter.class);
        this.timers = timers;
        this.name = name;
        this.world = world;
        this.journal = context.spawn(CounterJournal.supervised(name, world, context.getSelf()), "journal");
        this.state =
                new CounterState<>(name, world.incarnation(), world.settings(), world.counts(), new ToActors(), now());
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Lease.class, this::onLease)
                .onMessage(Raised.class, this::onRaised)
                .onMessage(RaiseRefused.class, this::onRaiseRefused)
                .onMessage(Describe.class, this::onDescribe)
                .onMessage(Create.class, this::onCreate)
                .onMessage(Alter.class, this::onAlter)
                .onMessage(Drop.class, this::onDrop)
                .onMessage(Changed.class, this::onChanged)
                .onMessage(Recovered.class, this::onRecovered)
                .onMessage(JournalLost.class, this::onJournalLost)
                .onMessage(JournalCorrupt.class, this::onJournalCorrupt)
                .onMessage(Expire.class, this::onExpire)
                .onSignal(PostStop.class, this::onStop)
                .build();
    }

    private Behavior<Command> onLease(Lease request) {
        state.lease(request, request.replyTo(), now());
        return awaitDeadline();
    }

    private Behavior<Command> onRaised(Raised raised) {
        journaled = raised.journaled();
        state.raised(raised.serial(), raised.range(), journaled.existing(), now());
        return this;
    }

    private Behavior<Command> onRaiseRefused(RaiseRefused refused) {
        state.raiseRefused(refused.serial(), refused.refusal());
        return this;
    }

    /** Answered from what the journal last said; only before it has said anything the journal is asked. */
    private Behavior<Command> onDescribe(Describe request) {
        SequenceState sequence = journaled.sequence();
        if (sequence != null && !sequence.dropped() && !state.isCorrupt()) {
            request.replyTo().tell(new Answer.Described(describe(sequence), false));
            return this;
        }
        return toJournal(new CounterJournal.Read(deadline(), request.replyTo()));
    }

    private Behavior<Command> onCreate(Create request) {
        return toJournal(new CounterJournal.Create(request.options(), deadline(), request.replyTo()));
    }

    private Behavior<Command> onAlter(Alter request) {
        return toJournal(
                new CounterJournal.Alter(request.changes(), request.ifVersion(), deadline(), request.replyTo()));
    }

    private Behavior<Command> onDrop(Drop request) {
        return toJournal(new CounterJournal.Drop(deadline(), request.replyTo()));
    }

    private long deadline() {
        return now() + world.settings().maxWait().toNanos();
    }

    private Behavior<Command> toJournal(CounterJournal.Asked command) {
        if (state.isCorrupt()) {
            command.replyTo().tell(state.corruption());
        } else {
            journal.tell(command);
        }
        return this;
    }

    private Behavior<Command> onChanged(Changed changed) {
        journaled = changed.journaled();
        SequenceState sequence = journaled.existing();
        state.changed(sequence, now());
        changed.replyTo().tell(new Answer.Described(describe(sequence), changed.created()));
        return this;
    }

    private SequenceDescription describe(SequenceState sequence) {
        return new SequenceDescription(
                name.value(),
                sequence.definition(),
                new SequenceDescription.Progress(
                        sequence.epoch(),
                        sequence.lap(),
                        state.next(),
                        sequence.mark(),
                        sequence.exhausted() && state.next() == null,
                        state.remaining()),
                sequence.version(),
                Objects.requireNonNull(journaled.createdAt()),
                Objects.requireNonNull(journaled.changedAt()));
    }

    private Behavior<Command> onRecovered(Recovered recovered) {
        if (state.isCorrupt()) {
            getContext().getLog().info("sequence {} is no longer corrupt", name);
        }
        journaled = recovered.journaled();
        state.recovered(journaled.sequence(), now());
        return this;
    }

    private Behavior<Command> onJournalLost(JournalLost lost) {
        getContext().getLog().debug("the journal of sequence {} is lost: {}", name, lost.reason());
        state.journalLost();
        return this;
    }

    private Behavior<Command> onJournalCorrupt(JournalCorrupt corrupt) {
        if (!state.isCorrupt()) {
            world.counts().corruptions().increment();
            getContext().getLog().error("sequence {} is corrupt: {}", name, corrupt.reason());
        }
        state.corrupt(corrupt.reason());
        return this;
    }

    private Behavior<Command> onExpire(Expire expire) {
        state.expire(now());
        return awaitDeadline();
    }

    private Behavior<Command> onStop(PostStop signal) {
        state.stopped();
        return this;
    }

    /** One timer for the waiter whose time is up first; it re-arms itself while anybody waits. */
    private Behavior<Command> awaitDeadline() {
        Long deadline = state.nextDeadlineNanos();
        if (deadline != null && !timers.isTimerActive(Expire.class)) {
            timers.startSingleTimer(Expire.class, new Expire(), Duration.ofNanos(Math.max(1, deadline - now())));
        }
        return this;
    }

    private long now() {
        return world.ticker().nanos();
    }

    private final class ToActors implements CounterState.Output<ActorRef<Answer>> {
        @Override
        public void raise(long serial, long amount, @Nullable Position known) {
            journal.tell(new CounterJournal.Raise(serial, amount, known));
        }

        @Override
        public void answer(ActorRef<Answer> replyTo, Answer answer) {
            replyTo.tell(answer);
        }

        @Override
        public void healed(Position known) {
            getContext()
                    .getLog()
                    .warn(
                            "sequence {}: its journal lost what was handed out up to {}, it goes on beyond that",
                            name,
                            known.value());
        }
    }
}
