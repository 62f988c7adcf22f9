package dev.seqd.allocator;

import dev.seqd.core.SequenceEvent;
import dev.seqd.core.SequenceState;
import dev.seqd.simulation.Commit;
import dev.seqd.simulation.Parcel;
import dev.seqd.simulation.Surroundings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The journal and snapshots of one counter behind their fence. Writes are carried out when the scheduler likes; the whole may
 * be set back to an earlier commit.
 */
public final class SimulatedDatabase {
    /** Where writes go. */
    public static final int PLACE = 0;

    private static final int SNAPSHOTS_KEPT = 2;

    private final Surroundings around;
    private final List<Stored> events = new ArrayList<>();
    private final List<Snapshot> snapshots = new ArrayList<>();
    private FenceRow head = FenceRow.none();
    private int changes;
    private boolean doubted;
    private int doubts;

    private record Stored(SequenceEvent event, FenceRow after, boolean change) {}

    private record Snapshot(long number, JournalState state) {}

    /** What a replay comes to. */
    record Replayed(long number, JournalState state) {}

    /** A write on its way: all of it, or nothing. */
    record Write(String writer, long firstNumber, List<SequenceEvent> events, Commit.Origin origin, Result result) {}

    /** Is told what became of a write. */
    interface Result {
        void came(FenceRow.@Nullable Refusal refusal);
    }

    /** An empty database. */
    public SimulatedDatabase(Surroundings around) {
        this.around = around;
    }

    /** The sequence is there from the beginning. */
    public void create(SequenceEvent.Created created) {
        execute(new Write("setup", 1, List.of(created), new Commit.Origin("setup", null, 0), refusal -> {}));
    }

    /** Takes a write on. */
    void submit(Write write) {
        around.post(new Parcel(
                PLACE,
                Parcel.Manner.WRITE,
                () -> "write of " + write.writer + ": " + write.firstNumber + " " + write.events,
                chance -> execute(write)));
    }

    private void execute(Write write) {
        FenceRow row = head;
        List<Stored> fresh = new ArrayList<>(write.events.size());
        try {
            long number = write.firstNumber;
            for (SequenceEvent event : write.events) {
                row = row.after(event, number++, write.writer);
                boolean change =
                        !(event instanceof SequenceEvent.HighWaterRaised || event instanceof SequenceEvent.Released);
                fresh.add(new Stored(event, row, change));
            }
        } catch (FenceRow.Refusal refusal) {
            around.say(() -> "  the fence refuses it: " + refusal.getMessage());
            around.audit().refused(refusal.byNumber(), String.valueOf(refusal.getMessage()));
            write.result.came(refusal);
            return;
        }
        fresh.forEach(stored -> commit(stored, write.origin));
        write.result.came(null);
    }

    private void commit(Stored stored, Commit.Origin origin) {
        SequenceState before = head.sequence();
        head = stored.after;
        events.add(stored);
        changes += stored.change ? 1 : 0;
        SequenceState after = head.sequence();
        if (after == null) {
            throw new IllegalStateException("an event without a sequence");
        }
        around.say(() -> "  committed: " + head);
        around.audit().committed(new Commit(head.sequenceNumber(), stored.event, before, after, origin));
    }

    /** What the head table says. */
    HeadTable.Head head() {
        return new HeadTable.Head(head.sequenceNumber(), head.sequence());
    }

    /** What the sequence is. */
    public @Nullable SequenceState sequence() {
        return head.sequence();
    }

    /** How many events there are. */
    public int size() {
        return events.size();
    }

    /** How many changes there were. */
    public int changes() {
        return changes;
    }

    /** It is set back to an earlier commit, and forgets what came after. */
    public void restore(int size) {
        while (events.size() > size) {
            Stored last = events.remove(events.size() - 1);
            changes -= last.change ? 1 : 0;
        }
        head = events.get(size - 1).after;
        snapshots.removeIf(snapshot -> snapshot.number > size);
        around.say(() -> "  the database has lost everything after " + head);
        around.audit().lost(size);
    }

    /** Its nodes begin to doubt it: until they have asked each other, nothing is recovered from it. */
    public void doubt() {
        doubted = true;
    }

    /** All have told what they know, and each counter is moved past that; what was recovered before is recovered again. */
    public void recount(List<Known> known) {
        for (Known one : known) {
            List<SequenceEvent> missing = Recount.missing(one, head.sequence());
            if (!missing.isEmpty()) {
                Commit.Origin origin =
                        new Commit.Origin("recount", null, around.audit().losses());
                execute(new Write("recount" + doubts, head.sequenceNumber() + 1, missing, origin, refusal -> {}));
            }
        }
        doubted = false;
        doubts++;
    }

    boolean isDoubted() {
        return doubted;
    }

    /** How often it was doubted. */
    int doubts() {
        return doubts;
    }

    /** Stores a snapshot, however late it comes. */
    void store(long number, JournalState state) {
        snapshots.removeIf(snapshot -> snapshot.number == number);
        snapshots.add(new Snapshot(number, state));
        snapshots.sort((a, b) -> Long.compare(a.number, b.number));
        if (snapshots.size() > SNAPSHOTS_KEPT) {
            snapshots.remove(0);
        }
    }

    /**
     * Replays the newest snapshot and what follows it.
     *
     * @param unseen how many of the newest events are not seen yet
     * @param missing the number of an event that is missing in between, 0 for none
     * @throws DamagedJournalException if an event cannot follow
     */
    Replayed replay(int unseen, long missing) {
        int last = Math.max(0, events.size() - unseen);
        Snapshot newest = snapshots.isEmpty() ? null : snapshots.get(snapshots.size() - 1);
        long number = newest == null ? 0 : newest.number;
        JournalState state = newest == null ? JournalState.EMPTY : newest.state;
        for (long next = number + 1; next <= last; next++) {
            if (next != missing) {
                state = state.after(new JournalEntry(events.get((int) next - 1).event, Instant.EPOCH, "n"));
            }
        }
        return new Replayed(Math.max(number, last), state);
    }
}
