package dev.seqd.allocator;

import dev.seqd.allocator.JournalDecisions.Decision;
import dev.seqd.core.Position;
import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceEvent;
import dev.seqd.core.SequenceEvent.HighWaterRaised;
import dev.seqd.core.SequenceState;
import dev.seqd.simulation.Commit;
import dev.seqd.simulation.Parcel;
import dev.seqd.simulation.Surroundings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A {@link CounterJournal} without Pekko: it recovers until the head proves it, takes commands one at a time, stashes while
 * a write is in flight, and recovers again after any failure. What it decides is in {@link JournalDecisions} and {@link
 * RecoveryProof}.
 */
final class SimulatedJournal {
    private static final int SNAPSHOT_EVERY = 5;
    private static final int MOST_UNSEEN = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final int place;
    private final String owner;
    private final Surroundings around;
    private final SimulatedDatabase database;
    private final Consumer<Counter.Command> counter;
    private final JournalDecisions decisions = new JournalDecisions(SimulatedCounter.NAME);
    private final RecoveryProof proof = new RecoveryProof();
    private final Deque<CounterJournal.Command> stash = new ArrayDeque<>();

    private int life;
    private int losses;
    private int under;
    private boolean doubted;
    private boolean ended;
    private boolean proven;
    private long number;
    private JournalState state = JournalState.EMPTY;
    private SimulatedDatabase.@Nullable Write writing;
    private long writingSinceNanos;
    private Consumer<JournalState> onceWritten = written -> {};

    SimulatedJournal(
            SimulatedCounter of, Surroundings around, SimulatedDatabase database, Consumer<Counter.Command> counter) {
        this.place = of.place();
        this.owner = of.incarnation();
        this.around = around;
        this.database = database;
        this.counter = counter;
        restart();
    }

    /** The process is gone; what it has sent is still on its way. */
    void end() {
        ended = true;
    }

    void handle(CounterJournal.Command command) {
        if (proven && writing == null && database.doubts() != under) {
            restart(); // and what it was told is lost, as with whatever fails
        } else if (!proven || writing != null) {
            stash.addLast(command);
        } else if (command instanceof CounterJournal.Raise raise) {
            onRaise(raise);
        } else if (command instanceof CounterJournal.Change change) {
            onChange(change);
        } else if (command instanceof CounterJournal.Release release) {
            onRelease(release);
        } else {
            throw new IllegalArgumentException("unexpected " + command);
        }
    }

    private void onRaise(CounterJournal.Raise raise) {
        HighWaterRaised event;
        try {
            event = decisions.raise(state.sequence(), raise);
        } catch (SeqdException e) {
            Decision decision = decisions.refused(state.sequence(), raise, e);
            write(decision, true, after -> counter.accept(new Counter.RaiseRefused(raise.serial(), after, e)));
            return;
        }
        SequenceState before = state.existing();
        write(List.of(event), raise.known(), after -> {
            decisions.raised(before, raise, event);
            counter.accept(new Counter.Raised(raise.serial(), event.range(), after));
        });
    }

    private void onChange(CounterJournal.Change command) {
        Decision decision = decisions.change(state.sequence(), command);
        write(
                decision,
                command.change().concernsValues(),
                after -> counter.accept(new Counter.Changed(
                        command.serial(), after, decision.released(), decision.created(), decision.refusal())));
    }

    private void onRelease(CounterJournal.Release command) {
        Decision decision = decisions.release(state.sequence(), command);
        write(decision, true, after -> counter.accept(new Counter.Released(command.serial(), decision.released())));
    }

    private void write(Decision decision, boolean givesUpReserve, Consumer<JournalState> then) {
        if (decision.events().isEmpty()) {
            then.accept(state);
            return;
        }
        write(decision.events(), null, after -> {
            decisions.written(decision, givesUpReserve);
            then.accept(after);
        });
    }

    private void write(List<SequenceEvent> events, @Nullable Position known, Consumer<JournalState> then) {
        int ofLife = life;
        Commit.Origin origin = new Commit.Origin(owner, known, losses);
        writing = new SimulatedDatabase.Write(
                writer(),
                number + 1,
                events,
                origin,
                refusal -> post(Parcel.Manner.WRITE, "the outcome of a write", chance -> {
                    if (ofLife == life) {
                        over(refusal);
                    }
                }));
        writingSinceNanos = around.nowNanos();
        onceWritten = then;
        database.submit(writing);
    }

    /** Each life writes under a name of its own. */
    private String writer() {
        return owner + "." + life;
    }

    private void over(FenceRow.@Nullable Refusal refusal) {
        SimulatedDatabase.Write write = writing;
        if (write == null) {
            throw new IllegalStateException("nothing is being written");
        }
        if (refusal != null) {
            fail(String.valueOf(refusal.getMessage()));
            return;
        }
        writing = null;
        for (SequenceEvent event : write.events()) {
            state = state.after(new JournalEntry(event, Instant.EPOCH, "n"));
            number++;
        }
        storeSnapshot();
        onceWritten.accept(state);
        unstash();
    }

    private void storeSnapshot() {
        if (number % SNAPSHOT_EVERY == 0) {
            long ofNumber = number;
            JournalState ofState = state;
            around.post(new Parcel(
                    SimulatedDatabase.PLACE,
                    Parcel.Manner.WRITE,
                    () -> "snapshot " + ofNumber + " of " + owner,
                    chance -> database.store(ofNumber, ofState)));
        }
    }

    private void unstash() {
        int most = stash.size();
        for (int i = 0; i < most && proven && writing == null; i++) {
            handle(stash.removeFirst());
        }
    }

    /** Time has passed. */
    void tick() {
        if (around.nowNanos() - writingSinceNanos >= PATIENCE.toNanos()) {
            timeOut();
        }
    }

    /** A write takes too long, whatever becomes of it; false if none is in flight. */
    boolean timeOut() {
        if (writing == null) {
            return false;
        }
        fail("no answer from the database");
        return true;
    }

    private void fail(String reason) {
        counter.accept(new Counter.JournalLost(reason));
        restart();
    }

    /** It begins another life; what waits is kept. */
    void restart() {
        life++;
        proven = false;
        writing = null;
        post(Parcel.Manner.LOCAL, "the replay", this::replay);
    }

    private void replay(int chance) {
        int unseen = chance == 0 ? 0 : chance % (MOST_UNSEEN + 1);
        long missing = chance == 0 || unseen > 0 ? 0 : chance % (database.size() + 1L);
        losses = around.audit().losses();
        try {
            SimulatedDatabase.Replayed replayed = database.replay(unseen, missing);
            number = replayed.number();
            state = replayed.state();
        } catch (DamagedJournalException e) {
            counter.accept(new Counter.JournalCorrupt(String.valueOf(e.getMessage())));
            restart();
            return;
        }
        decisions.recovered();
        doubted = false;
        readHead();
    }

    private void readHead() {
        under = database.doubts();
        post(Parcel.Manner.LOCAL, "the head", chance -> judge(database.head()));
    }

    /** What comes from a database that is doubted proves nothing, nor does what was replayed until it was. */
    private void judge(HeadTable.Head head) {
        if (database.isDoubted() || database.doubts() != under) {
            doubted = true;
            readHead();
            return;
        }
        if (doubted) {
            restart();
            return;
        }
        switch (proof.judge(number, state.sequence(), head)) {
            case PROVEN -> {
                proven = true;
                around.audit().recovered(state.sequence(), head.sequence());
                counter.accept(new Counter.Recovered(state));
                unstash();
            }
            case AGAIN -> restart();
            default -> {
                counter.accept(new Counter.JournalCorrupt("event " + number + ", head " + head.sequenceNumber()));
                restart();
            }
        }
    }

    /** Sends to itself; what a former life has sent is void. */
    private void post(Parcel.Manner manner, String what, Parcel.Delivery delivery) {
        int ofLife = life;
        around.post(new Parcel(place, manner, () -> what + " to the journal of " + owner, chance -> {
            if (ofLife == life && !ended) {
                delivery.arrive(chance);
            }
        }));
    }
}
