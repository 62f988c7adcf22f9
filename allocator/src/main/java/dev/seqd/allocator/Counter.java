package dev.seqd.allocator;

import dev.seqd.core.Block;
import dev.seqd.core.Position;
import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceChange;
import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceState;
import java.time.Duration;
import java.util.List;
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
    private final ActorRef<Recall.Returned> recalled;
    private final Turns.Turn recovery;
    private Turns.@Nullable Turn end;
    private JournalState journaled = JournalState.EMPTY;
    private @Nullable Position noted;
    private long nextExpireNanos;
    private boolean endsOnceIdle;
    private boolean mayEnd;

    /** Everything a Counter understands. */
    sealed interface Command {}

    /** Create the sequence. */
    record Create(SequenceOptions options, boolean allowReuse, ActorRef<Answer> replyTo)
            implements Command, WireMessage {}

    /** Tell what the sequence is. */
    record Describe(ActorRef<Answer> replyTo) implements Command, WireMessage {}

    /** Change the definition, if its version is still the given one; null for any. */
    record Alter(
            SequenceOptions options,
            boolean allowReuse,
            @Nullable Long ifVersion,
            ActorRef<Answer> replyTo) implements Command, WireMessage {}

    /** Let the next value be a given one, null for the definition's start. */
    record Restart(@Nullable Long with, boolean allowReuse, ActorRef<Answer> replyTo) implements Command, WireMessage {}

    /** Let the sequence stand at a value. */
    record SetValue(long value, boolean called, boolean allowReuse, ActorRef<Answer> replyTo)
            implements Command, WireMessage {}

    /** Move the mark: to a value unless it is there, null for by a number of values. */
    record Advance(@Nullable Long atLeast, long by, ActorRef<Answer> replyTo) implements Command, WireMessage {}

    /** Drop the sequence. */
    record Drop(ActorRef<Answer> replyTo) implements Command, WireMessage {}

    /** Hand out values. */
    record Lease(LeaseRequest request, ActorRef<Answer> replyTo) implements Command, WireMessage {}

    /** So many more callers wait for your answer. */
    record Wanted(long more) implements Command, WireMessage {}

    /** Say that you are there, that requests do not wait in vain, and whether one does that is to be answered to {@code asker}. */
    record Ping(@Nullable ActorRef<Answer> asker, ActorRef<Answer> replyTo) implements Command, WireMessage {}
    /** A node gives back what it does not need any more of what it was granted. */
    record GiveBack(List<Recall.Part> parts, ActorRef<Answer> replyTo) implements Command, WireMessage {}

    /** End: the shard moves, the node leaves, or nobody has used the sequence for long. */
    record Stop() implements Command, WireMessage {}

    /** The journal has recovered. */
    record Recovered(JournalState journaled) implements Command {}

    /** The journal cannot be reached and tries again. */
    record JournalLost(String reason) implements Command {}

    /** The journal does not prove its mark. */
    record JournalCorrupt(String reason) implements Command {}

    /** A raise was committed. */
    record Raised(long serial, Block range, JournalState journaled) implements Command {}

    /** A raise was refused, and nothing written. */
    record RaiseRefused(long serial, JournalState journaled, SeqdException refusal) implements Command {}

    /** A change is over: written, found to be there already, or refused. */
    record Changed(
            long serial,
            JournalState journaled,
            boolean released,
            boolean created,
            @Nullable SeqdException refusal) implements Command {}

    /** A release is over. */
    record Released(long serial, boolean released) implements Command {}

    /** What the journal has recovered, for somebody who asked. */
    record Read(JournalState journaled, ActorRef<Answer> replyTo) implements Command {}

    private record GivenBack(Recall.Returned answer) implements Command {}

    private record MayEnd() implements Command {}

    private record StopTimeout() implements Command {}

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
        world.counts().counters().increment();
        this.journal = context.spawn(CounterJournal.supervised(name, world, context.getSelf()), "journal");
        this.recovery = world.recoveries().take(() -> journal.tell(new CounterJournal.Recover()));
        this.recalled = context.messageAdapter(Recall.Returned.class, GivenBack::new);
        CounterOutput<ActorRef<Answer>> output =
                new CounterEffects(context, journal, name, recalled, () -> mayEnd = true);
        this.state = new CounterState<>(name, world.incarnation(), world.settings(), world.counts(), output, now());
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Lease.class, this::onLease)
                .onMessage(Raised.class, this::onRaised)
                .onMessage(RaiseRefused.class, this::onRaiseRefused)
                .onMessage(Describe.class, this::onDescribe)
                .onMessage(Read.class, this::onRead)
                .onMessage(Create.class, this::onCreate)
                .onMessage(Alter.class, this::onAlter)
                .onMessage(Restart.class, this::onRestart)
                .onMessage(SetValue.class, this::onSetValue)
                .onMessage(Advance.class, this::onAdvance)
                .onMessage(Drop.class, this::onDrop)
                .onMessage(GivenBack.class, this::onGivenBack)
                .onMessage(Changed.class, this::onChanged)
                .onMessage(Released.class, this::onReleased)
                .onMessage(Wanted.class, this::onWanted)
                .onMessage(Ping.class, this::onPing)
                .onMessage(GiveBack.class, this::onGiveBack)
                .onMessage(Stop.class, this::onStop)
                .onMessage(MayEnd.class, this::onMayEnd)
                .onMessage(StopTimeout.class, timeout -> Behaviors.stopped())
                .onMessage(Recovered.class, this::onRecovered)
                .onMessage(JournalLost.class, this::onJournalLost)
                .onMessage(JournalCorrupt.class, this::onJournalCorrupt)
                .onMessage(Expire.class, this::onExpire)
                .onSignal(PostStop.class, this::onPostStop)
                .build();
    }

    private Behavior<Command> onLease(Lease lease) {
        recovery.wanted(lease.request().needed());
        state.lease(lease.request(), lease.replyTo(), now());
        return result();
    }

    private Behavior<Command> onWanted(Wanted wanted) {
        recovery.wanted(wanted.more());
        return this;
    }

    private Behavior<Command> onRaised(Raised raised) {
        journaled = raised.journaled();
        state.raised(raised.serial(), raised.range(), journaled.existing(), now());
        return result();
    }

    private Behavior<Command> onRaiseRefused(RaiseRefused refused) {
        journaled = refused.journaled();
        state.raiseRefused(refused.serial(), journaled.existing(), refused.refusal(), now());
        return result();
    }

    /** Answered from what the journal last said; only before it has said anything the journal is asked. */
    private Behavior<Command> onDescribe(Describe request) {
        if (isCorrupt()) {
            request.replyTo().tell(state.corruption());
        } else if (state.journal() == JournalCondition.READY || journaled.sequence() != null) {
            describe(journaled, request.replyTo());
        } else {
            journal.tell(new CounterJournal.Read(request.replyTo()));
        }
        return this;
    }

    private Behavior<Command> onRead(Read read) {
        describe(read.journaled(), read.replyTo());
        return this;
    }

    private void describe(JournalState known, ActorRef<Answer> replyTo) {
        SequenceState sequence = known.sequence();
        if (sequence == null || sequence.dropped()) {
            replyTo.tell(Answer.Refused.of(SequenceChange.unknownSequence(name)));
        } else {
            replyTo.tell(new Answer.Described(known.describe(name, sequence, state.next(), state.remaining()), false));
        }
    }

    private Behavior<Command> onCreate(Create request) {
        return change(new SequenceChange.Create(request.options(), request.allowReuse()), null, request.replyTo());
    }

    private Behavior<Command> onAlter(Alter request) {
        SequenceChange change = new SequenceChange.Alter(request.options(), request.allowReuse());
        return change(change, request.ifVersion(), request.replyTo());
    }

    private Behavior<Command> onRestart(Restart request) {
        return change(new SequenceChange.Restart(request.with(), request.allowReuse()), null, request.replyTo());
    }

    private Behavior<Command> onSetValue(SetValue request) {
        SequenceChange change = new SequenceChange.SetValue(request.value(), request.called(), request.allowReuse());
        return change(change, null, request.replyTo());
    }

    private Behavior<Command> onAdvance(Advance request) {
        return change(Raises.change(request.atLeast(), request.by()), null, request.replyTo());
    }

    private Behavior<Command> onDrop(Drop request) {
        return change(new SequenceChange.Drop(), null, request.replyTo());
    }

    private Behavior<Command> change(SequenceChange change, @Nullable Long ifVersion, ActorRef<Answer> replyTo) {
        state.change(change, ifVersion, replyTo, now());
        return result();
    }

    private Behavior<Command> onGivenBack(GivenBack givenBack) {
        state.recalled(givenBack.answer(), now());
        return result();
    }

    private Behavior<Command> onChanged(Changed changed) {
        journaled = changed.journaled();
        SequenceState sequence = journaled.sequence();
        ActorRef<Answer> replyTo = state.changed(changed.serial(), sequence, changed.released(), now());
        if (replyTo != null) {
            replyTo.tell(answerTo(changed));
        }
        return result();
    }

    private Answer answerTo(Changed changed) {
        if (changed.refusal() != null) {
            return Answer.Refused.of(changed.refusal());
        }
        SequenceState now = journaled.existing();
        return new Answer.Described(journaled.describe(name, now, state.next(), state.remaining()), changed.created());
    }

    private Behavior<Command> onReleased(Released released) {
        state.released(released.serial(), released.released());
        return result();
    }

    /** Silent, as if it were away, when its journal is. */
    private Behavior<Command> onPing(Ping ping) {
        if (state.works(now())) {
            ping.replyTo().tell(new Answer.Here(state.awaits(ping.asker())));
        }
        return this;
    }

    private Behavior<Command> onGiveBack(GiveBack giveBack) {
        state.givenBack(giveBack.parts());
        giveBack.replyTo().tell(new Answer.Noted());
        return this;
    }

    /** All Counters of a shard, or of a node, are told at once; those that must wait go on meanwhile. */
    private Behavior<Command> onStop(Stop stop) {
        ActorRef<Command> self = getContext().getSelf();
        end = end == null ? world.ends().take(() -> self.tell(new MayEnd())) : end;
        return this;
    }

    private Behavior<Command> onMayEnd(MayEnd now) {
        endsOnceIdle = true;
        return result();
    }

    /** Nodes get the time of a recall to give back, and the journal as much again to take note of it. */
    private void end() {
        endsOnceIdle = false;
        timers.startSingleTimer(
                new StopTimeout(), world.settings().recallTimeout().multipliedBy(2));
        state.stop(now());
    }

    private Behavior<Command> onRecovered(Recovered recovered) {
        recovery.end();
        if (isCorrupt()) {
            getContext().getLog().info("sequence {} is no longer corrupt", name);
        }
        journaled = recovered.journaled();
        state.recovered(journaled.sequence(), now());
        return result();
    }

    private Behavior<Command> onJournalLost(JournalLost lost) {
        recovery.end();
        getContext().getLog().debug("the journal of sequence {} is lost: {}", name, lost.reason());
        state.journalLost();
        return result();
    }

    private boolean isCorrupt() {
        return state.journal() == JournalCondition.CORRUPT;
    }

    private Behavior<Command> onJournalCorrupt(JournalCorrupt corrupt) {
        recovery.end();
        if (!isCorrupt()) {
            world.counts().corruptions().increment();
            getContext().getLog().error("sequence {} is corrupt: {}", name, corrupt.reason());
        }
        state.corrupt(corrupt.reason());
        return result();
    }

    private Behavior<Command> onExpire(Expire expire) {
        state.expire(now());
        return result();
    }

    private Behavior<Command> onPostStop(PostStop signal) {
        world.counts().counters().decrement();
        world.marks().note(getContext().getSelf(), null);
        state.ended();
        recovery.end();
        if (end != null) {
            end.end();
        }
        return this;
    }

    /**
     * Ends, if that is asked for and nobody waits any more; else one timer waits for what is due first, and is set again.
     */
    private Behavior<Command> result() {
        noteKnown();
        if (endsOnceIdle && state.nextDeadlineNanos() == null) {
            end();
        }
        Long deadline = state.nextDeadlineNanos();
        if (deadline != null && (!timers.isTimerActive(Expire.class) || deadline - nextExpireNanos < 0)) {
            nextExpireNanos = deadline;
            timers.startSingleTimer(Expire.class, new Expire(), Duration.ofNanos(Math.max(1, deadline - now())));
        }
        return mayEnd ? Behaviors.stopped() : this;
    }

    private void noteKnown() {
        Position owned = state.owned();
        SequenceState sequence = journaled.sequence();
        if (!Objects.equals(owned, noted) && sequence != null) {
            noted = owned;
            boolean ascending = sequence.definition().ascending();
            world.marks()
                    .note(getContext().getSelf(), owned == null ? null : new Known(name.value(), owned, ascending));
        }
    }

    private long now() {
        return world.ticker().nanos();
    }
}
