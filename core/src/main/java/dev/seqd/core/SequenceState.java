package dev.seqd.core;

import dev.seqd.core.SequenceEvent.Advanced;
import dev.seqd.core.SequenceEvent.Altered;
import dev.seqd.core.SequenceEvent.Created;
import dev.seqd.core.SequenceEvent.HighWaterRaised;
import dev.seqd.core.SequenceEvent.Released;
import dev.seqd.core.SequenceEvent.Repositioned;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A sequence as its journal tells it, and what range comes next. Decisions return the event to be journaled; only
 * {@link #apply} moves the state, both when an event has been journaled and when the journal is replayed.
 *
 * <p>Guards the invariant that makes values unique: <em>a raised range begins strictly beyond the mark of its epoch and
 * lap</em>. It is asserted before an event is returned, and again on replay. So whatever brings the next value back to
 * the mark, or behind it, must begin a new epoch.
 *
 * @param definition what the sequence is
 * @param version counts the definition's changes, from 1
 * @param epoch the current epoch, from 1
 * @param reach how far the sequence has got
 * @param dropped whether this is only a tombstone
 */
public record SequenceState(SequenceDefinition definition, long version, long epoch, Reach reach, boolean dropped) {
    /**
     * Checks what every state fulfils.
     *
     * @throws IllegalArgumentException if a counter is below 1
     */
    public SequenceState {
        Objects.requireNonNull(definition, "definition");
        Objects.requireNonNull(reach, "reach");
        if (version < 1 || epoch < 1) {
            throw new IllegalArgumentException("version " + version + " and epoch " + epoch + " must be at least 1");
        }
    }

    /**
     * Decides on the next range.
     *
     * @param amount how many values are wanted, at least 1; a bound may allow fewer
     * @param known the highest position that the asker knows to be used, null if none; the range begins beyond it even if
     *     the mark does not cover it, which heals a journal that lost commits
     * @throws SeqdException {@code exhausted}, or {@code beyond-mark} if {@code known} belongs to an epoch that this
     *     journal has not begun, or to a later lap of a sequence that does not cycle
     * @throws IllegalStateException if the sequence was dropped
     */
    public HighWaterRaised raise(SequenceName name, long amount, @Nullable Position known) {
        if (dropped) {
            throw new IllegalStateException("a dropped sequence hands out nothing");
        }
        Block range = nextRange(name, amount, known);
        requireBeyondMark(range);
        return new HighWaterRaised(range);
    }

    private Block nextRange(SequenceName name, long amount, @Nullable Position known) {
        Position floor = knownToUse(name, known);
        long inLap = floor == null ? lap() : floor.lap();
        Long next = floor == null ? nextValue() : nextBeyond(floor);
        if (next != null && definition.admits(next)) {
            return new Block(next, definition.increment(), Math.min(amount, stepsToBound(next)), epoch, inLap);
        }
        if (!definition.cycle() || inLap == Long.MAX_VALUE) {
            throw exhausted(name);
        }
        long wrapped = definition.wrapStart();
        return new Block(wrapped, definition.increment(), Math.min(amount, stepsToBound(wrapped)), epoch, inLap + 1);
    }

    /** The part of what the asker knows that says more than the journal does. */
    private @Nullable Position knownToUse(SequenceName name, @Nullable Position known) {
        if (known == null || known.epoch() < epoch || !isBeyondMark(known)) {
            return null;
        }
        if (known.epoch() > epoch) {
            throw new SeqdException(
                    SeqdError.BEYOND_MARK,
                    "epoch " + known.epoch() + " of sequence \"" + name + "\" has not begun, it is in epoch " + epoch);
        }
        if (known.lap() > lap() && !definition.cycle()) {
            throw new SeqdException(
                    SeqdError.BEYOND_MARK,
                    "lap " + known.lap() + " of sequence \"" + name + "\" never begins, it does not cycle");
        }
        return known;
    }

    /** Whether the position says more than the mark: nothing is known to have been handed out there. */
    public boolean isBeyondMark(Position position) {
        Position mark = markPosition();
        return mark == null ? position.epoch() >= epoch : position.isBeyond(mark, definition.ascending());
    }

    /**
     * Whether values of this epoch could come again if the sequence stood elsewhere, or counted otherwise: whether the next
     * value within its lap would not lie beyond the mark, or nothing could be said of that because the direction turns.
     */
    boolean wouldReuse(SequenceDefinition counting, Cursor standing) {
        if (mark() == null) {
            return false;
        }
        if (counting.ascending() != definition.ascending()) {
            return true;
        }
        Long next = standing.next(counting.increment());
        return next != null && counting.admits(next) && !isBeyondMark(new Position(epoch, lap(), next));
    }

    /** The next value if nothing stands against it, null if it leaves 64 bits. */
    public @Nullable Long nextValue() {
        return reach.cursor().next(definition.increment());
    }

    /** The first value beyond a floor on the counter's grid, null if it leaves 64 bits. */
    private @Nullable Long nextBeyond(Position floor) {
        return standingAt(floor).next(definition.increment());
    }

    /** Where the sequence stands on its grid when everything up to a floor is used. */
    private Cursor standingAt(Position floor) {
        Cursor base = floor.lap() > lap() ? new Cursor(definition.wrapStart(), false) : reach.cursor();
        if (isPast(base.value(), floor.value())) {
            return base;
        }
        long steps = Block.stepsBetween(base.value(), floor.value(), definition.increment());
        return new Cursor(base.value() + steps * definition.increment(), true);
    }

    /**
     * Decides how the mark gets past a position that is used. What belongs to an epoch that this journal has not begun, or
     * to a later lap of a sequence that does not cycle, lies in a history that is lost: then a new epoch begins after that
     * one, beyond every known value.
     *
     * @return null if the mark covers it
     */
    public @Nullable Advanced advance(Position used) {
        return advance(used, definition.ascending());
    }

    /**
     * As {@link #advance(Position)}, of a position that was reached in a direction. In the other one no epoch goes on: where it
     * turned is lost.
     */
    public @Nullable Advanced advance(Position used, boolean ascending) {
        boolean turned = used.epoch() == epoch && ascending != definition.ascending();
        if (used.epoch() < epoch || !(turned || isBeyondMark(used))) {
            return null;
        }
        boolean continues = used.epoch() == epoch && !turned && (used.lap() == lap() || definition.cycle());
        long farthest = Extremes.including(reach.extremes(), used.value()).towards(definition.ascending());
        Position mark = continues ? used : new Position(Math.addExact(used.epoch(), 1), 1, farthest);
        return new Advanced(mark, standingAt(mark));
    }

    /**
     * The position of the last of so many more values, through as many laps as that takes; the last one before the bound if
     * the sequence does not cycle.
     *
     * @param values at least 1
     * @return null if none is left
     */
    @Nullable
    Position after(long values) {
        long left = remaining();
        Long next = nextValue();
        if (next != null && left > 0 && (values <= left || !definition.cycle())) {
            long index = Math.min(values, left) - 1;
            return new Position(epoch, lap(), next + index * definition.increment());
        }
        if (!definition.cycle()) {
            return null;
        }
        long first = definition.wrapStart();
        long beyond = values - left - 1;
        long ofLap = stepsToBound(first);
        long value = first + beyond % ofLap * definition.increment();
        return new Position(epoch, Saturated.sum(lap(), Saturated.sum(1, beyond / ofLap)), value);
    }

    private boolean isPast(long value, long floor) {
        return definition.ascending() ? value > floor : value < floor;
    }

    /** Whether there can be a value beyond a position of the current epoch, in its lap or in the next one. */
    public boolean hasNextBeyond(Position position) {
        if (position.lap() > lap() && !definition.cycle()) {
            return false;
        }
        Long next = nextBeyond(position);
        boolean inLap = next != null && definition.admits(next);
        return inLap || (definition.cycle() && definition.admits(position.value()));
    }

    /** How many steps the counter must go to pass a position of its epoch; at most the largest long. */
    public long stepsTo(Position position) {
        if (position.lap() != lap()) {
            return position.lap() < lap() ? 0 : Long.MAX_VALUE;
        }
        long base = position();
        return isPast(base, position.value()) ? 0 : countOfSteps(base, position.value());
    }

    /** How many values there are from {@code next} to the bound, both included; at most the largest long. */
    private long stepsToBound(long next) {
        return countOfSteps(next, definition.bound());
    }

    private long countOfSteps(long from, long to) {
        long count = Block.stepsBetween(from, to, definition.increment()) + 1;
        return count <= 0 ? Long.MAX_VALUE : count;
    }

    /** How many values are left before the bound; at most the largest long, and not counting further laps. */
    public long remaining() {
        Long next = nextValue();
        return next == null || !definition.admits(next) ? 0 : stepsToBound(next);
    }

    /** Whether the bound is reached for good. */
    public boolean exhausted() {
        return remaining() == 0 && !definition.cycle();
    }

    /** The current lap. */
    public long lap() {
        return reach.lap();
    }

    /** The bound beyond which nothing was handed out in this epoch and lap, null if nothing was in this epoch. */
    public @Nullable Long mark() {
        return reach.mark();
    }

    /** The mark's place in the order, null if nothing was handed out in this epoch. */
    public @Nullable Position markPosition() {
        Long mark = mark();
        return mark == null ? null : new Position(epoch, lap(), mark);
    }

    /** The last value that counts as issued, or the one to begin with. */
    public long position() {
        return reach.cursor().value();
    }

    /**
     * The state after an event.
     *
     * @param before the state so far, null before the first event
     * @throws IllegalStateException if the event cannot follow the state: the journal is damaged
     */
    public static SequenceState apply(@Nullable SequenceState before, SequenceEvent event) {
        if (event instanceof Created created) {
            return begun(before, created);
        }
        if (before == null || before.dropped) {
            throw new IllegalStateException("a sequence that does not exist cannot see " + event);
        }
        if (event instanceof Altered altered) {
            return before.counting(altered);
        }
        if (event instanceof HighWaterRaised raised) {
            before.requireBeyondMark(raised.range());
            return before.with(before.reach.including(raised.range()));
        }
        if (event instanceof Released released) {
            return before.releasedTo(released.reach());
        }
        if (event instanceof Repositioned repositioned) {
            return before.standing(repositioned);
        }
        if (event instanceof Advanced advanced) {
            return before.advanced(advanced);
        }
        return before.buried();
    }

    private static SequenceState begun(@Nullable SequenceState before, Created created) {
        SequenceDefinition made = created.definition();
        Cursor start = new Cursor(made.start(), false);
        if (before == null) {
            return new SequenceState(made, 1, created.epoch(), Reach.beginning(start, null), false);
        }
        if (!before.dropped || created.epoch() < before.epoch) {
            throw new IllegalStateException("a sequence in epoch " + before.epoch + " cannot see " + created);
        }
        Extremes past = before.reach.extremes();
        boolean sameEpoch = created.epoch() == before.epoch;
        if (sameEpoch && past != null && !past.areBehind(made.start(), made.ascending())) {
            throw new IllegalStateException("values " + past + " could come again by " + created);
        }
        Reach reach = sameEpoch && past != null
                ? new Reach(before.lap(), past.towards(made.ascending()), start, past)
                : Reach.beginning(start, past);
        return new SequenceState(made, before.version + 1, created.epoch(), reach, false);
    }

    private SequenceState counting(Altered altered) {
        requireNoReuse(altered, altered.epoch(), wouldReuse(altered.definition(), reach.cursor()));
        Reach inEpoch = altered.epoch() == epoch ? reach : Reach.beginning(reach.cursor(), reach.extremes());
        return new SequenceState(altered.definition(), version + 1, altered.epoch(), inEpoch, false);
    }

    private SequenceState standing(Repositioned event) {
        requireNoReuse(event, event.epoch(), wouldReuse(definition, event.cursor()));
        Reach inEpoch =
                event.epoch() == epoch ? reach.at(event.cursor()) : Reach.beginning(event.cursor(), reach.extremes());
        return new SequenceState(definition, version, event.epoch(), inEpoch, false);
    }

    private void requireNoReuse(SequenceEvent event, long inEpoch, boolean reuses) {
        if (inEpoch < epoch || (inEpoch == epoch && reuses)) {
            throw new IllegalStateException(
                    "values of epoch " + epoch + " up to " + mark() + " could come again by " + event);
        }
    }

    private SequenceState advanced(Advanced event) {
        Position mark = event.mark();
        if (mark.epoch() < epoch || !isBeyondMark(mark)) {
            throw new IllegalStateException(event + " does not move mark " + mark() + " of epoch " + epoch);
        }
        Extremes extremes = Extremes.including(reach.extremes(), mark.value());
        Reach moved = new Reach(mark.lap(), mark.value(), event.cursor(), extremes);
        return new SequenceState(definition, version, mark.epoch(), moved, false);
    }

    private SequenceState releasedTo(Reach released) {
        Long mark = released.mark();
        boolean lowers =
                mark == null || mark.equals(mark()) || !isBeyondMark(new Position(epoch, released.lap(), mark));
        if (mark() == null || !lowers) {
            throw new IllegalStateException("a release to " + released + " does not lower " + reach);
        }
        return with(released);
    }

    private SequenceState with(Reach other) {
        return new SequenceState(definition, version, epoch, other, false);
    }

    private SequenceState buried() {
        return new SequenceState(definition, version, epoch, reach, true);
    }

    private void requireBeyondMark(Block range) {
        if (range.epoch() != epoch || !isBeyondMark(range.start()) || !definition.admits(range)) {
            throw new IllegalStateException("range " + range + " may not follow mark " + mark() + " of epoch " + epoch
                    + ", lap " + lap() + " in " + definition);
        }
    }

    private SeqdException exhausted(SequenceName name) {
        String bound = definition.ascending() ? "maximum" : "minimum";
        return new SeqdException(
                SeqdError.EXHAUSTED,
                "2200H",
                "nextval: reached " + bound + " value of sequence \"" + name + "\" (" + definition.bound() + ")");
    }
}
