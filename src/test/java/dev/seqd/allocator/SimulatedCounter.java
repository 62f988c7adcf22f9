package dev.seqd.allocator;

import dev.seqd.core.Block;
import dev.seqd.core.Position;
import dev.seqd.core.RefillPolicy;
import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceChange;
import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceState;
import dev.seqd.simulation.Audit;
import dev.seqd.simulation.Parcel;
import dev.seqd.simulation.Rule;
import dev.seqd.simulation.Surroundings;
import dev.seqd.simulation.Violation;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Counter} and its journal without Pekko: it carries messages to the real {@link CounterState} and back, and lets
 * the audit see what is granted.
 */
public final class SimulatedCounter {
    /** The sequence's name. */
    public static final SequenceName NAME = new SequenceName("s");

    private final int place;
    private final String incarnation;
    private final Surroundings around;
    private final Cluster cluster;
    private final AllocatorCounts counts = new AllocatorCounts();
    private final SimulatedJournal journal;
    private final CounterState<Asker> state;
    private final Line<CounterJournal.Command> toJournal;
    private final Line<Counter.Command> fromJournal;
    private @Nullable SequenceState journaled;
    private @Nullable Position lastWithoutFloor;
    private long outstanding;
    private long taken;
    private long granted;
    private long released;
    private long givenUp;
    private boolean mayEnd;
    private boolean ended;

    /** The other members. */
    public interface Cluster {
        /** Sends a recall to nodes, or to those that use nothing, and says to how many. */
        int recall(SimulatedCounter by, long serial, boolean onlyResting);

        /** A Counter has ended, and the next message to its place begins another one. */
        void ended(SimulatedCounter counter);
    }

    /** Who asked, and gets one answer. */
    public interface Asker {
        /** A grant. */
        void granted(Grant grant);

        /** A refusal. */
        void refused(SeqdException refusal);

        /** Whether no floor was given. */
        boolean isWithoutFloor();
    }

    /** The settings that make everything small. */
    public record Sizes(CounterSettings settings) {
        /** Small ones; {@code reserve} is the least amount that is raised ahead. */
        public static Sizes small(long reserve, long blockMax) {
            RefillPolicy policy = new RefillPolicy(reserve, 4 * reserve, Duration.ofSeconds(1), Duration.ofSeconds(2));
            return new Sizes(new CounterSettings(
                    policy,
                    blockMax,
                    4,
                    Duration.ofMillis(800),
                    Duration.ofMillis(400),
                    1000,
                    Duration.ofMillis(1),
                    Duration.ofMillis(2)));
        }
    }

    /** A new life, which recovers first. */
    public SimulatedCounter(
            int place,
            String incarnation,
            Sizes sizes,
            Surroundings around,
            SimulatedDatabase database,
            Cluster cluster) {
        this.place = place;
        this.incarnation = incarnation;
        this.around = around;
        this.cluster = cluster;
        this.toJournal = new Line<>("to the journal of " + incarnation, this::handle);
        this.fromJournal = new Line<>("from the journal of " + incarnation, this::told);
        this.journal = new SimulatedJournal(this, around, database, fromJournal::send);
        this.state = new CounterState<>(NAME, incarnation, sizes.settings, counts, new Output(), around.nowNanos());
    }

    /** Messages between two actors of one process: all arrive, in their order, each when the scheduler likes. */
    private final class Line<T> {
        private final String where;
        private final Deque<T> waiting = new ArrayDeque<>();
        private final Consumer<T> receiver;

        private Line(String where, Consumer<T> receiver) {
            this.where = where;
            this.receiver = receiver;
        }

        private void send(T message) {
            waiting.addLast(message);
            if (waiting.size() == 1) {
                post();
            }
        }

        private void post() {
            around.post(new Parcel(
                    place, Parcel.Manner.LOCAL, () -> waiting.peekFirst() + " " + where, chance -> arrive()));
        }

        private void arrive() {
            if (ended) {
                return;
            }
            T message = waiting.removeFirst();
            if (!waiting.isEmpty()) {
                post();
            }
            receiver.accept(message);
        }
    }

    /** Where it lives. */
    public int place() {
        return place;
    }

    /** The name of this life. */
    public String incarnation() {
        return incarnation;
    }

    private void handle(CounterJournal.Command command) {
        journal.handle(command);
    }

    private void told(Counter.Command message) {
        if (message instanceof Counter.Raised raised) {
            onRaised(raised);
        } else if (message instanceof Counter.RaiseRefused refused) {
            over(refused.serial());
            journaled = refused.journaled().sequence();
            state.raiseRefused(refused.serial(), refused.journaled().existing(), refused.refusal(), around.nowNanos());
        } else if (message instanceof Counter.Changed changed) {
            onChanged(changed);
        } else if (message instanceof Counter.Released released) {
            noteReleased(over(released.serial()) && released.released());
            state.released(released.serial(), released.released());
        } else if (message instanceof Counter.Recovered recovered) {
            outstanding = 0;
            journaled = recovered.journaled().sequence();
            state.recovered(journaled, around.nowNanos());
        } else if (message instanceof Counter.JournalLost) {
            state.journalLost();
        } else if (message instanceof Counter.JournalCorrupt corrupt) {
            state.corrupt(corrupt.reason());
        }
        result();
    }

    private void onRaised(Counter.Raised raised) {
        taken += raised.range().count();
        if (over(raised.serial())) {
            around.audit().confirmed(incarnation, raised.range());
        }
        journaled = raised.journaled().existing();
        state.raised(raised.serial(), raised.range(), raised.journaled().existing(), around.nowNanos());
    }

    private void onChanged(Counter.Changed changed) {
        noteReleased(over(changed.serial()) && changed.released());
        journaled = changed.journaled().sequence();
        Asker asker = state.changed(changed.serial(), journaled, changed.released(), around.nowNanos());
        if (asker != null && changed.refusal() != null) {
            asker.refused(changed.refusal());
        }
    }

    private void noteReleased(boolean wasReleased) {
        released += wasReleased ? givenUp : 0;
        givenUp = 0;
    }

    private void gaveUp(@Nullable Position unissuedFrom) {
        Position mark = journaled == null ? null : journaled.markPosition();
        if (unissuedFrom != null && mark != null && journaled != null) {
            givenUp = Block.between(
                            unissuedFrom, mark.value(), journaled.definition().increment())
                    .count();
        }
    }

    private boolean over(long serial) {
        boolean expected = outstanding == serial && serial != 0;
        outstanding = expected ? 0 : outstanding;
        return expected;
    }

    private void begins(long serial) {
        if (outstanding != 0) {
            throw new Violation(Rule.ONE_AT_A_TIME, incarnation + " asks its journal again");
        }
        outstanding = serial;
    }

    /** Somebody asks for values. */
    public void lease(LeaseRequest request, Asker asker) {
        state.lease(request, asker, around.nowNanos());
        result();
    }

    /** Somebody asks for a change. */
    public void change(SequenceChange change, Asker asker) {
        state.change(change, null, asker, around.nowNanos());
        result();
    }

    /** A node gives back what it was asked for. */
    public void returned(Recall.Returned answer) {
        noteReturned(answer.parts());
        state.recalled(answer, around.nowNanos());
        result();
    }

    /** A node gives back of its own accord. */
    public void givenBack(List<Recall.Part> parts) {
        noteReturned(parts);
        state.givenBack(parts);
        result();
    }

    private void noteReturned(List<Recall.Part> parts) {
        parts.forEach(part -> {
            taken += part.block().count();
            around.audit().returned(incarnation, part.block());
        });
        lastWithoutFloor = parts.isEmpty() ? lastWithoutFloor : null;
    }

    /** What it knows to be used, whatever its journal says; null for nothing. */
    public @Nullable Known known() {
        Position owned = state.owned();
        return owned == null || journaled == null
                ? null
                : new Known(NAME.value(), owned, journaled.definition().ascending());
    }

    /** Time has passed. */
    public void tick() {
        journal.tick();
        state.expire(around.nowNanos());
        result();
    }

    /** It is to end in good order. */
    public void stop() {
        state.stop(around.nowNanos());
        result();
    }

    /** It was to end, and it has had the time for it. */
    public void stopTimedOut() {
        mayEnd = true;
        result();
    }

    /** A write of its journal takes too long; false if none is in flight. */
    public boolean timeOut() {
        return !ended && journal.timeOut();
    }

    /** Its journal fails, and recovers by itself. */
    public void restartJournal() {
        journal.restart();
    }

    /** It ends as it is. */
    public void kill() {
        ended = true;
        journal.end();
        cluster.ended(this);
    }

    private void result() {
        if (mayEnd && !ended) {
            state.ended();
            requireAccount();
            kill();
        }
    }

    /** Everything that it ever had was granted, released or counted as burnt. */
    private void requireAccount() {
        long burnt = counts.valuesBurnt().sum();
        if (taken != granted + released + burnt) {
            throw new Violation(
                    Rule.COUNTED,
                    incarnation + " took " + taken + ", granted " + granted + ", released " + released + ", burnt "
                            + burnt);
        }
    }

    /** Whether it is over. */
    public boolean ended() {
        return ended;
    }

    private void grant(Asker asker, Grant grant) {
        Block block = grant.block();
        SequenceState known = journaled;
        boolean over = known == null
                || block.epoch() != known.epoch()
                || !known.definition().admits(block);
        if (over) {
            throw new Violation(Rule.RECENT, incarnation + " grants " + block + " in " + known);
        }
        if (asker.isWithoutFloor()) {
            Audit.requireBeyond(Rule.SERVER_ORDER, lastWithoutFloor, block);
            lastWithoutFloor = block.end();
        }
        granted += block.count();
        around.audit().granted(incarnation, grant.id(), block);
        around.say(() -> "  " + incarnation + " grants " + block + " as " + grant.id());
        asker.granted(grant);
    }

    private final class Output implements CounterOutput<Asker> {
        @Override
        public void raise(long serial, long amount, @Nullable Position known) {
            begins(serial);
            toJournal.send(new CounterJournal.Raise(serial, amount, known));
        }

        @Override
        public int recall(long serial) {
            return cluster.recall(SimulatedCounter.this, serial, false);
        }

        @Override
        public int recallResting(long serial) {
            return cluster.recall(SimulatedCounter.this, serial, true);
        }

        @Override
        public void change(long serial, ChangeLine.Asked<Asker> asked, @Nullable Position unissuedFrom) {
            begins(serial);
            gaveUp(unissuedFrom);
            toJournal.send(new CounterJournal.Change(serial, asked.change(), asked.ifVersion(), unissuedFrom));
        }

        @Override
        public void release(long serial, Position unissuedFrom) {
            begins(serial);
            gaveUp(unissuedFrom);
            toJournal.send(new CounterJournal.Release(serial, unissuedFrom));
        }

        @Override
        public void answer(Asker asker, Answer answer) {
            if (answer instanceof Answer.Granted granted) {
                grant(asker, granted.grant());
            } else if (answer instanceof Answer.Refused refused) {
                asker.refused(refused.toException());
            }
        }

        @Override
        public void healed(Position known) {
            around.say(() -> "  " + incarnation + " has healed up to " + known);
            around.audit().healed(known);
        }

        @Override
        public void stopped() {
            mayEnd = true;
        }
    }
}
