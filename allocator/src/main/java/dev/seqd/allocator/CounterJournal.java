package dev.seqd.allocator;

import dev.seqd.core.Position;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceEvent;
import dev.seqd.core.SequenceEvent.HighWaterRaised;
import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceState;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.BackoffSupervisorStrategy;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.SupervisorStrategy;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.persistence.typed.JournalPersistFailed;
import org.apache.pekko.persistence.typed.PersistenceId;
import org.apache.pekko.persistence.typed.RecoveryCompleted;
import org.apache.pekko.persistence.typed.RecoveryFailed;
import org.apache.pekko.persistence.typed.SnapshotFailed;
import org.apache.pekko.persistence.typed.javadsl.CommandHandler;
import org.apache.pekko.persistence.typed.javadsl.Effect;
import org.apache.pekko.persistence.typed.javadsl.EventHandler;
import org.apache.pekko.persistence.typed.javadsl.EventSourcedBehavior;
import org.apache.pekko.persistence.typed.javadsl.RetentionCriteria;
import org.apache.pekko.persistence.typed.javadsl.SignalHandler;
import org.jspecify.annotations.Nullable;

/**
 * The journal of one counter: its definition, epoch, lap and high-water mark as events. Commands are validated when they
 * are handled, against the recovered state, never when they are queued. It accepts none until the head table has proven
 * that the replay was complete; any failure lets it recover again, after a pause.
 */
final class CounterJournal extends EventSourcedBehavior<CounterJournal.Command, JournalEntry, JournalState> {
    private static final int SNAPSHOT_EVERY = 100;
    private static final int SNAPSHOTS_KEPT = 2;

    private final ActorContext<Command> context;
    private final SequenceName name;
    private final CounterWorld world;
    private final ActorRef<Counter.Command> counter;
    private final RecoveryProof proof;
    private boolean proven;
    private @Nullable ActorRef<Answer> changing;

    /** What a CounterJournal understands; local only. */
    sealed interface Command {}

    /**
     * What somebody waits for, until a time of this node's ticker. After that it is not done any more: a change must not come
     * as a surprise when the database is back after an hour.
     */
    sealed interface Asked extends Command {
        ActorRef<Answer> replyTo();

        long deadlineNanos();
    }

    /** Create the sequence. */
    record Create(SequenceOptions options, long deadlineNanos, ActorRef<Answer> replyTo) implements Asked {}

    /** Change the definition, if its version is still the given one; null for any. */
    record Alter(SequenceOptions changes, @Nullable Long ifVersion, long deadlineNanos, ActorRef<Answer> replyTo)
            implements Asked {}

    /** Drop the sequence. */
    record Drop(long deadlineNanos, ActorRef<Answer> replyTo) implements Asked {}

    /** Describe the sequence as recovered. */
    record Read(long deadlineNanos, ActorRef<Answer> replyTo) implements Asked {}

    /** Raise the mark by an amount, beyond a known position. */
    record Raise(long serial, long amount, @Nullable Position known) implements Command {}

    private record HeadRead(long sequenceNumber) implements Command {}

    private record HeadUnreadable(Throwable cause) implements Command {}

    private record ReadHeadAgain() implements Command {}

    static PersistenceId persistenceId(SequenceName name) {
        return PersistenceId.of(HeadTable.ENTITY_TYPE, name.value());
    }

    static SeqdException unknownSequence(SequenceName name) {
        return new SeqdException(SeqdError.UNKNOWN_SEQUENCE, "42P01", "relation \"" + name + "\" does not exist");
    }

    /** The journal under a supervisor that recovers it again after any failure. */
    static Behavior<Command> supervised(SequenceName name, CounterWorld world, ActorRef<Counter.Command> counter) {
        RecoveryProof proof = new RecoveryProof();
        Behavior<Command> journal =
                Behaviors.setup(context -> new CounterJournal(context, name, world, counter, proof));
        return Behaviors.supervise(journal).onFailure(backoff(world.settings()));
    }

    private static BackoffSupervisorStrategy backoff(CounterSettings settings) {
        return SupervisorStrategy.restartWithBackoff(settings.minBackoff(), settings.maxBackoff(), 0.2)
                .withLoggingEnabled(false);
    }

    private CounterJournal(
            ActorContext<Command> context,
            SequenceName name,
            CounterWorld world,
            ActorRef<Counter.Command> counter,
            RecoveryProof proof) {
        super(persistenceId(name), backoff(world.settings()));
        this.context = context;
        this.name = name;
        this.world = world;
        this.counter = counter;
        this.proof = proof;
    }

    @Override
    public JournalState emptyState() {
        return JournalState.EMPTY;
    }

    @Override
    public RetentionCriteria retentionCriteria() {
        return RetentionCriteria.snapshotEvery(SNAPSHOT_EVERY, SNAPSHOTS_KEPT);
    }

    @Override
    public CommandHandler<Command, JournalEntry, JournalState> commandHandler() {
        return newCommandHandlerBuilder()
                .forAnyState()
                .onCommand(HeadRead.class, this::onHeadRead)
                .onCommand(HeadUnreadable.class, this::onHeadUnreadable)
                .onCommand(ReadHeadAgain.class, this::onReadHeadAgain)
                .onCommand(command -> !proven, (state, command) -> Effect().stash())
                .onCommand(this::isLate, (state, command) -> Effect().none())
                .onCommand(Raise.class, this::onRaise)
                .onCommand(Read.class, this::onRead)
                .onCommand(Create.class, this::onCreate)
                .onCommand(Alter.class, this::onAlter)
                .onCommand(Drop.class, this::onDrop)
                .build();
    }

    private boolean isLate(Command command) {
        return command instanceof Asked asked && world.ticker().nanos() - asked.deadlineNanos() > 0;
    }

    private Effect<JournalEntry, JournalState> onRaise(JournalState state, Raise raise) {
        HighWaterRaised event;
        try {
            event = existing(state).raise(name, raise.amount(), raise.known());
        } catch (SeqdException e) {
            counter.tell(new Counter.RaiseRefused(raise.serial(), e));
            return Effect().none();
        }
        return Effect().persist(entry(event)).thenRun(after -> {
            world.counts().journalWrites().increment();
            world.counts().valuesRaised().add(event.range().count());
            counter.tell(new Counter.Raised(raise.serial(), event.range(), after));
        });
    }

    private Effect<JournalEntry, JournalState> onRead(JournalState state, Read read) {
        return change(state, read.replyTo(), () -> {
            existing(state);
            return null;
        });
    }

    private Effect<JournalEntry, JournalState> onCreate(JournalState state, Create create) {
        return change(state, create.replyTo(), () -> SequenceState.create(name, state.sequence(), create.options()));
    }

    private Effect<JournalEntry, JournalState> onAlter(JournalState state, Alter alter) {
        return change(state, alter.replyTo(), () -> {
            SequenceState sequence = existing(state);
            if (alter.ifVersion() != null && alter.ifVersion() != sequence.version()) {
                throw new SeqdException(
                        SeqdError.PRECONDITION_FAILED,
                        "the definition is at version " + sequence.version() + ", not " + alter.ifVersion()
                                + "; read it again");
            }
            return sequence.alter(alter.changes());
        });
    }

    private Effect<JournalEntry, JournalState> onDrop(JournalState state, Drop drop) {
        return change(state, drop.replyTo(), () -> {
            existing(state);
            return new SequenceEvent.Dropped();
        });
    }

    /** What a changing command does: an event or nothing to write, else a refusal. */
    @FunctionalInterface
    private interface Decision {
        @Nullable
        SequenceEvent decide();
    }

    private Effect<JournalEntry, JournalState> change(JournalState state, ActorRef<Answer> replyTo, Decision decision) {
        SequenceEvent event;
        try {
            event = decision.decide();
        } catch (SeqdException e) {
            replyTo.tell(Answer.Refused.of(e));
            return Effect().none();
        }
        if (event == null) {
            counter.tell(new Counter.Changed(state, false, replyTo));
            return Effect().none();
        }
        boolean created = event instanceof SequenceEvent.Created;
        changing = replyTo;
        return Effect().persist(entry(event)).thenRun(after -> {
            changing = null;
            world.counts().journalWrites().increment();
            counter.tell(new Counter.Changed(after, created, replyTo));
        });
    }

    private SequenceState existing(JournalState state) {
        SequenceState sequence = state.sequence();
        if (sequence == null || sequence.dropped()) {
            throw unknownSequence(name);
        }
        return sequence;
    }

    /** No finer than the database's own timestamps, so that a description says the same wherever it was read. */
    private JournalEntry entry(SequenceEvent event) {
        return new JournalEntry(event, Instant.now().truncatedTo(ChronoUnit.MICROS), world.node());
    }

    @Override
    public EventHandler<JournalState, JournalEntry> eventHandler() {
        return newEventHandlerBuilder().forAnyState().onAnyEvent(JournalState::after);
    }

    @Override
    public SignalHandler<JournalState> signalHandler() {
        return newSignalHandlerBuilder()
                .onSignal(RecoveryCompleted.instance(), this::onRecoveryCompleted)
                .onSignal(RecoveryFailed.class, (state, failed) -> onFailure(failed.failure()))
                .onSignal(JournalPersistFailed.class, (state, failed) -> onPersistFailed(failed.failure()))
                .onSignal(
                        SnapshotFailed.class,
                        (state, failed) -> context.getLog()
                                .warn(
                                        "no snapshot of sequence {}: {}",
                                        name,
                                        failed.failure().toString()))
                .build();
    }

    private void onRecoveryCompleted(JournalState state) {
        proven = false;
        readHead();
    }

    private void readHead() {
        context.pipeToSelf(
                world.heads().sequenceNumber(persistenceId(name).id()),
                (number, failure) -> failure == null ? new HeadRead(number) : new HeadUnreadable(failure));
    }

    private Effect<JournalEntry, JournalState> onHeadRead(JournalState state, HeadRead head) {
        long recovered = lastSequenceNumber(context);
        switch (proof.judge(recovered, head.sequenceNumber())) {
            case PROVEN -> {
                proven = true;
                counter.tell(new Counter.Recovered(state));
                return Effect().none().thenUnstashAll();
            }
            case AGAIN -> throw new IllegalStateException("another node wrote during the recovery");
            default -> throw damaged("its last event is " + recovered + ", but its head is " + head.sequenceNumber());
        }
    }

    private DamagedJournalException damaged(String reason) {
        counter.tell(new Counter.JournalCorrupt(reason));
        return new DamagedJournalException(reason, null);
    }

    private Effect<JournalEntry, JournalState> onHeadUnreadable(JournalState state, HeadUnreadable unreadable) {
        onFailure(unreadable.cause());
        context.scheduleOnce(world.settings().maxBackoff(), context.getSelf(), new ReadHeadAgain());
        return Effect().none();
    }

    private Effect<JournalEntry, JournalState> onReadHeadAgain(JournalState state, ReadHeadAgain again) {
        readHead();
        return Effect().none();
    }

    private void onPersistFailed(Throwable failure) {
        if (changing != null) {
            changing.tell(new Answer.Refused(
                    SeqdError.UNAVAILABLE,
                    null,
                    "the journal of sequence \"" + name
                            + "\" did not confirm the change; read it before trying again"));
            changing = null;
        }
        if (FenceRejection.concerns(persistenceId(name).id(), failure)) {
            world.counts().fenceRejections().increment();
            context.getLog()
                    .warn(
                            "sequence {}: another node wrote first, this one recovers: {}",
                            name,
                            FenceRejection.textOf(failure));
        }
        onFailure(failure);
    }

    private void onFailure(Throwable failure) {
        DamagedJournalException damage = DamagedJournalException.in(failure);
        String reason = String.valueOf((damage == null ? failure : damage).getMessage());
        counter.tell(damage == null ? new Counter.JournalLost(reason) : new Counter.JournalCorrupt(reason));
    }
}
