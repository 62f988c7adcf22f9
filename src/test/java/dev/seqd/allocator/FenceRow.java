package dev.seqd.allocator;

import dev.seqd.core.Block;
import dev.seqd.core.Cursor;
import dev.seqd.core.Extremes;
import dev.seqd.core.Position;
import dev.seqd.core.Reach;
import dev.seqd.core.SequenceDefinition;
import dev.seqd.core.SequenceEvent;
import dev.seqd.core.SequenceEvent.Advanced;
import dev.seqd.core.SequenceEvent.Altered;
import dev.seqd.core.SequenceEvent.Created;
import dev.seqd.core.SequenceEvent.HighWaterRaised;
import dev.seqd.core.SequenceEvent.Released;
import dev.seqd.core.SequenceEvent.Repositioned;
import dev.seqd.core.SequenceState;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code seqd_sequence}, and the fence that writes it: {@code seqd_fence()} of the schema, function by function.
 * Held against the real one by {@code FenceRowIT}.
 */
final class FenceRow {
    private long sequenceNumber;
    private @Nullable SequenceDefinition definition;
    private long version;
    private long epoch;
    private long lap;
    private @Nullable Long mark;
    private long value;
    private boolean called;
    private @Nullable Long lowest;
    private @Nullable Long highest;
    private boolean dropped;
    private String writer = "";
    private long writerLap;
    private @Nullable Long writerMark;

    /** There is no such row. */
    static FenceRow none() {
        return new FenceRow();
    }

    /** The fence did not let an event in. */
    static final class Refusal extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final boolean byNumber;

        private Refusal(String reason, boolean byNumber) {
            super(reason, null, false, false);
            this.byNumber = byNumber;
        }

        /** Whether it was not the next event. */
        boolean byNumber() {
            return byNumber;
        }
    }

    long sequenceNumber() {
        return sequenceNumber;
    }

    /** As {@link HeadTable} reads the row. */
    @Nullable
    SequenceState sequence() {
        if (definition == null) {
            return null;
        }
        Reach reach = new Reach(lap, mark, new Cursor(value, called), Extremes.ofNullable(lowest, highest));
        return new SequenceState(definition, version, epoch, reach, dropped);
    }

    /**
     * The row after an event: {@code seqd_fence()}.
     *
     * @throws Refusal if the event is not let in
     */
    FenceRow after(SequenceEvent event, long number, String byWriter) {
        if (number != sequenceNumber + 1) {
            throw new Refusal("event " + number + " does not follow head " + sequenceNumber, true);
        }
        FenceRow after = after(event, byWriter);
        written(after, byWriter);
        if (event instanceof Advanced) {
            after.writerLap = after.lap;
            after.writerMark = after.mark;
        }
        after.sequenceNumber = number;
        return after;
    }

    private FenceRow after(SequenceEvent event, String byWriter) {
        if (event instanceof Created created) {
            return created(created);
        }
        if (definition == null || dropped) {
            throw refusal("the sequence does not exist");
        }
        if (event instanceof HighWaterRaised raised) {
            return raised(raised.range(), definition);
        }
        if (event instanceof Released released) {
            return released(released.reach(), byWriter, definition);
        }
        if (event instanceof Altered altered) {
            return altered(altered, definition);
        }
        if (event instanceof Repositioned repositioned) {
            return repositioned(repositioned);
        }
        if (event instanceof Advanced advanced) {
            return advanced(advanced, definition);
        }
        return dropped();
    }

    private static Refusal refusal(String reason) {
        return new Refusal(reason, false);
    }

    /** {@code seqd_is_beyond()}. */
    private static boolean isBeyond(Place place, Place floor, long step) {
        if (floor.value == null) {
            return place.value != null;
        }
        if (place.value == null) {
            return false;
        }
        if (place.lap != floor.lap) {
            return place.lap > floor.lap;
        }
        return step > 0 ? place.value > floor.value : place.value < floor.value;
    }

    private record Place(long lap, @Nullable Long value) {}

    /** {@code seqd_written()}. */
    private void written(FenceRow after, String byWriter) {
        if (epoch != after.epoch) {
            after.writerLap = 1;
            after.writerMark = null;
        } else if (!writer.equals(byWriter)) {
            after.writerLap = lap;
            after.writerMark = mark;
        }
        after.writer = byWriter;
    }

    /** {@code seqd_created()}. */
    private FenceRow created(Created event) {
        if (definition != null && (!dropped || event.epoch() < epoch)) {
            throw refusal("the sequence exists in epoch " + epoch);
        }
        FenceRow after = copy();
        if (event.epoch() != epoch) {
            after.lap = 1;
            after.mark = null;
        } else {
            after.mark = event.definition().increment() > 0 ? highest : lowest;
        }
        after.definition = event.definition();
        after.version = version + 1;
        after.epoch = event.epoch();
        after.value = event.definition().start();
        after.called = false;
        after.dropped = false;
        return after;
    }

    /** {@code seqd_raised()}. */
    private FenceRow raised(Block range, SequenceDefinition now) {
        long step = range.increment();
        boolean backwards = step > 0 ? range.last() < range.first() : range.last() > range.first();
        if (range.epoch() != epoch || step != now.increment() || backwards) {
            throw refusal("the range " + range + " is none of epoch " + epoch);
        }
        if (!isBeyond(new Place(range.lap(), range.first()), new Place(lap, mark), step)) {
            throw refusal("the range " + range + " is not beyond mark " + mark);
        }
        FenceRow after = copy();
        after.lap = range.lap();
        after.mark = range.last();
        after.value = range.last();
        after.called = true;
        after.include(Math.min(range.first(), range.last()), Math.max(range.first(), range.last()));
        return after;
    }

    /** {@code seqd_released()}. */
    private FenceRow released(Reach to, String byWriter, SequenceDefinition now) {
        long step = now.increment();
        Place from = new Place(lap, mark);
        Place released = new Place(to.lap(), to.mark());
        if (!writer.equals(byWriter)
                || to.lap() > lap
                || isBeyond(released, from, step)
                || isBeyond(new Place(writerLap, writerMark), released, step)) {
            throw refusal("the release to " + to + " gives back what is not its own");
        }
        FenceRow after = copy();
        after.lap = to.lap();
        after.mark = to.mark();
        after.value = to.cursor().value();
        after.called = to.cursor().called();
        after.lowest = to.extremes() == null ? null : Long.valueOf(to.extremes().lowest());
        after.highest =
                to.extremes() == null ? null : Long.valueOf(to.extremes().highest());
        return after;
    }

    /** {@code seqd_in_epoch()}. */
    private FenceRow inEpoch(long newEpoch) {
        if (newEpoch != epoch && newEpoch != epoch + 1) {
            throw refusal("epoch " + newEpoch + " does not follow " + epoch);
        }
        FenceRow after = copy();
        if (newEpoch > epoch) {
            after.epoch = newEpoch;
            after.lap = 1;
            after.mark = null;
        }
        return after;
    }

    /** {@code seqd_altered()}. */
    private FenceRow altered(Altered event, SequenceDefinition now) {
        FenceRow after = inEpoch(event.epoch());
        after.definition = event.definition();
        after.version = version + 1;
        if (after.mark != null && event.definition().ascending() != now.ascending()) {
            throw refusal("a change of direction within epoch " + epoch);
        }
        return after;
    }

    /** {@code seqd_repositioned()}. */
    private FenceRow repositioned(Repositioned event) {
        FenceRow after = inEpoch(event.epoch());
        after.value = event.cursor().value();
        after.called = event.cursor().called();
        return after;
    }

    /** {@code seqd_advanced()}. */
    private FenceRow advanced(Advanced event, SequenceDefinition now) {
        Position to = event.mark();
        boolean beyond = isBeyond(new Place(to.lap(), to.value()), new Place(lap, mark), now.increment());
        if (to.epoch() < epoch || (to.epoch() == epoch && !beyond)) {
            throw refusal("mark " + to + " is not beyond mark " + mark);
        }
        FenceRow after = copy();
        after.epoch = to.epoch();
        after.lap = to.lap();
        after.mark = to.value();
        after.value = event.cursor().value();
        after.called = event.cursor().called();
        after.include(to.value(), to.value());
        return after;
    }

    /** {@code least} and {@code greatest}, which pass over what is null. */
    private void include(long low, long high) {
        lowest = lowest == null ? low : Math.min(lowest, low);
        highest = highest == null ? high : Math.max(highest, high);
    }

    /** After {@link dev.seqd.core.SequenceEvent.Dropped}. */
    private FenceRow dropped() {
        FenceRow after = copy();
        after.dropped = true;
        return after;
    }

    private FenceRow copy() {
        FenceRow copy = new FenceRow();
        copy.sequenceNumber = sequenceNumber;
        copy.definition = definition;
        copy.version = version;
        copy.epoch = epoch;
        copy.lap = lap;
        copy.mark = mark;
        copy.value = value;
        copy.called = called;
        copy.lowest = lowest;
        copy.highest = highest;
        copy.dropped = dropped;
        copy.writer = writer;
        copy.writerLap = writerLap;
        copy.writerMark = writerMark;
        return copy;
    }

    /** All columns in one line, as a test can ask the database for them. */
    String columns() {
        if (definition == null) {
            return "none";
        }
        return String.join(
                " ",
                text(sequenceNumber),
                text(version),
                text(epoch),
                text(lap),
                text(mark),
                text(value),
                called ? "t" : "f",
                text(lowest),
                text(highest),
                dropped ? "t" : "f",
                writer,
                text(writerLap),
                text(writerMark),
                text(definition.increment()));
    }

    private static String text(@Nullable Long number) {
        return number == null ? "-" : number.toString();
    }

    @Override
    public String toString() {
        return "event " + sequenceNumber + ", epoch " + epoch + ", lap " + lap + ", mark " + mark + ", value " + value
                + (called ? " called" : "") + ", writer " + writer + " from " + writerLap + "/" + writerMark;
    }
}
