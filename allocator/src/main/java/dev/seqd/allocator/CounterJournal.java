package dev.seqd.allocator;

import dev.seqd.allocator.JournalDecisions.Decision;
import dev.seqd.core.Position;
import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceChange;
import dev.seqd.core.SequenceEvent;
import dev.seqd.core.SequenceEvent.HighWaterRaised;
import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceState;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.BackoffSupervisorStrategy;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.SupervisorStrategy;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.japi.function.Procedure;
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
    private static final int MAX_EARLY = 100;

    private final ActorContext<Command> context;
    private final SequenceName name;
    private final CounterWorld world;
    private final ActorRef<Counter.Command> counter;
    private final RecoveryProof proof;
    private final JournalDecisions decisions;
    private boolean proven;
    private boolean doubted;
    private DatabaseTrust.Stand under;

    /** What a CounterJournal understands; local only. */
    sealed interface Command {}

    /**
     * Change the sequence, if its definition's version is still the given one, null for any; before that, release the values
     * from a position to the mark, which were not issued.
     */
    record Change(
            long serial,
            SequenceChange change,
            @Nullable Long ifVersion,
            @Nullable Position unissuedFrom) implements Command {}

    /** Release the values from a position to the mark, which were not issued. */
    record Release(long serial, Position unissuedFrom) implements Command {}

    /** Tell what was recovered. */
    record Read(ActorRef<Answer> replyTo) implements Command {}

    /** Raise the mark by an amount, beyond a known position. */
    record Raise(long serial, long amount, @Nullable Position known) implements Command {}

    /** Its turn to recover has come. */
    record Recover() implements Command {}

    private record HeadRead(HeadTable.Reading reading) implements Command {}

    private record HeadUnreadable(Throwable cause) implements Command {}

    private record ReadHeadAgain() implements Command {}

    static PersistenceId persistenceId(SequenceName name) {
        return PersistenceId.of(HeadTable.ENTITY_TYPE, name.value());
    }

    /**
     * The journal under a supervisor that recovers it again after any failure. It begins once it is told to {@link Recover}; of
     * what is asked before, only so much is kept.
     */
    static Behavior<Command> supervised(SequenceName name, CounterWorld world, ActorRef<Counter.Command> counter) {
        RecoveryProof proof = new RecoveryProof();
        Behavior<Command> journal =
                Behaviors.setup(context -> new CounterJournal(context, name, world, counter, proof));
        return onceTold(Behaviors.supervise(journal).onFailure(backoff(world.settings())));
    }

    private static Behavior<Command> onceTold(Behavior<Command> journal) {
        return Behaviors.withStash(
                MAX_EARLY,
                early -> Behaviors.receive(Command.class)
                        .onMessage(Recover.class, recover -> early.unstashAll(journal))
                        .onAnyMessage(command -> {
                            if (!early.isFull()) {
                                early.stash(command);
                            }
                            return Behaviors.same();
                        })
                        .build());
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
        this.decisions = new JournalDecisions(name);
        this.under = world.trust().stand();
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
                .onCommand(command -> proven && world.trust().isLostSince(under), this::onTrustLost)
                .onCommand(command -> !proven, (state, command) -> Effect().stash())
                .onCommand(Raise.class, this::onRaise)
                .onCommand(Read.class, this::onRead)
                .onCommand(Change.class, this::onChange)
                .onCommand(Release.class, this::onRelease)
                .build();
    }

    private Effect<JournalEntry, JournalState> onRaise(JournalState state, Raise raise) {
        HighWaterRaised event;
        try {
            event = decisions.raise(state.sequence(), raise);
        } catch (SeqdException e) {
            return refuse(state, raise, e);
        }
        SequenceState before = state.existing();
        return Effect().persist(entry(event)).thenRun(after -> {
            decisions.raised(before, raise, event);
            world.counts().journalWrites().increment();
            world.counts().valuesRaised().add(event.range().count());
            counter.tell(new Counter.Raised(raise.serial(), event.range(), after));
        });
    }

    private Effect<JournalEntry, JournalState> refuse(JournalState state, Raise raise, SeqdException refusal) {
        Decision decision = decisions.refused(state.sequence(), raise, refusal);
        if (!decision.events().isEmpty()) {
            world.counts().regressions().increment();
            String text = "sequence {}: its journal lost what was handed out up to {}, its last";
            context.getLog().warn(text, name, raise.known());
        }
        return write(decision, true, after -> counter.tell(new Counter.RaiseRefused(raise.serial(), after, refusal)));
    }

    private Effect<JournalEntry, JournalState> onRead(JournalState state, Read read) {
        counter.tell(new Counter.Read(state, read.replyTo()));
        return Effect().none();
    }

    private Effect<JournalEntry, JournalState> onChange(JournalState state, Change command) {
        Decision decision = decisions.change(state.sequence(), command);
        return write(
                decision,
                command.change().concernsValues(),
                after -> counter.tell(new Counter.Changed(
                        command.serial(), after, decision.released(), decision.created(), decision.refusal())));
    }

    private Effect<JournalEntry, JournalState> onRelease(JournalState state, Release command) {
        Decision decision = decisions.release(state.sequence(), command);
        return write(
                decision, true, after -> counter.tell(new Counter.Released(command.serial(), decision.released())));
    }

    private Effect<JournalEntry, JournalState> write(
            Decision decision, boolean givesUpReserve, Procedure<JournalState> then) {
        if (decision.events().isEmpty()) {
            return Effect().none().thenRun(then);
        }
        List<JournalEntry> entries = decision.events().stream().map(this::entry).toList();
        return Effect().persist(entries).thenRun(after -> {
            decisions.written(decision, givesUpReserve);
            world.counts().journalWrites().increment();
            then.apply(after);
        });
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
        doubted = false;
        decisions.recovered();
        readHead();
    }

    private void readHead() {
        under = world.trust().stand();
        context.pipeToSelf(
                world.heads().reading(persistenceId(name).id(), world.trust().fence()),
                (head, failure) -> failure == null ? new HeadRead(head) : new HeadUnreadable(failure));
    }

    /** The database is another one than that from which this was recovered. */
    private Effect<JournalEntry, JournalState> onTrustLost(JournalState state, Command command) {
        throw new IllegalStateException("the database was doubted since the recovery");
    }

    /** What comes from a database that is not trusted proves nothing, nor does what was replayed until it was. */
    private Effect<JournalEntry, JournalState> onHeadRead(JournalState state, HeadRead read) {
        if (!under.admits(read.reading().look()) || world.trust().isLostSince(under)) {
            doubted = true;
            world.trust().suspect();
            context.scheduleOnce(world.settings().minBackoff(), context.getSelf(), new ReadHeadAgain());
            return Effect().none();
        }
        if (doubted) {
            throw new IllegalStateException("the database was doubted during the recovery");
        }
        return judge(state, read.reading().head());
    }

    private Effect<JournalEntry, JournalState> judge(JournalState state, HeadTable.Head head) {
        long recovered = lastSequenceNumber(context);
        switch (proof.judge(recovered, state.sequence(), head)) {
            case PROVEN -> {
                proven = true;
                counter.tell(new Counter.Recovered(state));
                return Effect().none().thenUnstashAll();
            }
            case AGAIN -> throw new IllegalStateException("another node wrote during the recovery");
            default ->
                throw damaged("its last event is " + recovered + ", but its head is " + head.sequenceNumber()
                        + "; its events come to " + state.sequence() + ", its head to " + head.sequence());
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
