package dev.seqd.core;

import dev.seqd.core.SequenceEvent.Altered;
import dev.seqd.core.SequenceEvent.Created;
import dev.seqd.core.SequenceEvent.HighWaterRaised;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A sequence as its journal tells it, and what may happen to it next. Decisions return the event to be journaled; only
 * {@link #apply} moves the state, both when an event has been journaled and when the journal is replayed.
 *
 * <p>Guards the invariant that makes values unique: <em>a raised range begins strictly beyond the mark of its epoch and
 * lap</em>. It is asserted before an event is returned, and again on replay.
 *
 * @param definition what the sequence is
 * @param version counts the definition's changes, from 1
 * @param epoch the current epoch, from 1
 * @param lap the current lap, from 1
 * @param mark the bound beyond which nothing was ever handed out in this epoch and lap; null while nothing was
 * @param pending the exact next value, when it is not one step beyond the mark: a start that was not used yet
 * @param extremes the lowest and highest value of all epochs, null while there is none
 * @param dropped whether this is only a tombstone
 */
public record SequenceState(
        SequenceDefinition definition,
        long version,
        long epoch,
        long lap,
        @Nullable Long mark,
        @Nullable Long pending,
        @Nullable Extremes extremes,
        boolean dropped) {
    /**
     * The lowest and highest value that ever belonged to a raised range.
     *
     * @param lowest the lowest
     * @param highest the highest
     */
    public record Extremes(long lowest, long highest) {
        /**
         * Checks the order.
         *
         * @throws IllegalArgumentException if the lowest is above the highest
         */
        public Extremes {
            if (lowest > highest) {
                throw new IllegalArgumentException("extremes " + lowest + " and " + highest + " are out of order");
            }
        }

        private static Extremes including(@Nullable Extremes before, Block range) {
            long low = Math.min(range.first(), range.last());
            long high = Math.max(range.first(), range.last());
            return before == null
                    ? new Extremes(low, high)
                    : new Extremes(Math.min(before.lowest, low), Math.max(before.highest, high));
        }

        /** The extreme that values of the given direction must go beyond. */
        private long towards(boolean ascending) {
            return ascending ? highest : lowest;
        }
    }

    /**
     * Checks what every state fulfils.
     *
     * @throws IllegalArgumentException if a counter is below 1, or neither mark nor pending value is there
     */
    public SequenceState {
        Objects.requireNonNull(definition, "definition");
        if (version < 1 || epoch < 1 || lap < 1) {
            throw new IllegalArgumentException(
                    "version " + version + ", epoch " + epoch + " and lap " + lap + " must be at least 1");
        }
        if (mark == null && pending == null) {
            throw new IllegalArgumentException("a sequence has a mark or a value to begin with");
        }
        if (mark != null && extremes == null) {
            throw new IllegalArgumentException("a sequence with a mark has extremes");
        }
    }

    /**
     * Decides whether a sequence may be created.
     *
     * @param current the state so far, null if the name was never used
     * @return the event to journal, or null if the same definition is there already
     * @throws SeqdException {@code invalid-definition}, {@code sequence-exists} or {@code would-reuse}
     */
    public static @Nullable Created create(
            SequenceName name, @Nullable SequenceState current, SequenceOptions options) {
        SequenceDefinition wanted = SequenceDefinition.of(options);
        if (current == null) {
            return new Created(wanted, 1);
        }
        if (!current.dropped) {
            if (current.definition.equals(wanted)) {
                return null;
            }
            throw new SeqdException(SeqdError.SEQUENCE_EXISTS, "42P07", "relation \"" + name + "\" already exists");
        }
        current.refuseReuse(name, wanted);
        return new Created(wanted, current.epoch);
    }

    private void refuseReuse(SequenceName name, SequenceDefinition wanted) {
        if (extremes == null) {
            return;
        }
        long past = extremes.towards(wanted.ascending());
        boolean beyond = wanted.ascending() ? wanted.start() > past : wanted.start() < past;
        if (!beyond) {
            throw new SeqdException(
                    SeqdError.WOULD_REUSE,
                    "sequence \"" + name + "\" was dropped after it handed out values up to " + past
                            + "; give a start beyond it");
        }
    }

    /**
     * Decides whether the definition may change as the options say.
     *
     * @return the event to journal, or null if nothing changes
     * @throws SeqdException {@code invalid-definition}, or {@code would-reuse} if the direction would turn
     * @throws IllegalStateException if the sequence was dropped
     */
    public @Nullable Altered alter(SequenceOptions options) {
        requireAlive();
        SequenceDefinition changed = definition.altered(options, position());
        if (turns(changed)) {
            throw new SeqdException(
                    SeqdError.WOULD_REUSE,
                    "a change of direction would run over values that were handed out; drop the sequence and create it"
                            + " again with a start beyond them");
        }
        return changed.equals(definition) ? null : new Altered(changed);
    }

    private boolean turns(SequenceDefinition changed) {
        return changed.ascending() != definition.ascending() && extremes != null;
    }

    /** Nothing is decided on a tombstone: the event could not be replayed. */
    private void requireAlive() {
        if (dropped) {
            throw new IllegalStateException("a dropped sequence can only be created again");
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
        requireAlive();
        Block range = nextRange(name, amount, known);
        requireBeyondMark(range);
        return new HighWaterRaised(range);
    }

    private Block nextRange(SequenceName name, long amount, @Nullable Position known) {
        Position floor = knownToUse(name, known);
        long inLap = floor == null ? lap : floor.lap();
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
        if (known.lap() > lap && !definition.cycle()) {
            throw new SeqdException(
                    SeqdError.BEYOND_MARK,
                    "lap " + known.lap() + " of sequence \"" + name + "\" never begins, it does not cycle");
        }
        return known;
    }

    /** Whether the position says more than the mark: nothing is known to have been handed out there. */
    public boolean isBeyondMark(Position position) {
        if (mark == null) {
            return position.epoch() >= epoch;
        }
        return position.isBeyond(new Position(epoch, lap, mark), definition.ascending());
    }

    /** The next value if nothing stands against it, null if it leaves 64 bits. */
    public @Nullable Long nextValue() {
        if (pending != null) {
            return pending;
        }
        return oneStepFrom(Objects.requireNonNull(mark));
    }

    /** The first value beyond a floor on the counter's grid, null if it leaves 64 bits. */
    private @Nullable Long nextBeyond(Position floor) {
        long base = floor.lap() > lap ? definition.wrapStart() : position();
        boolean baseIsBeyond = definition.ascending() ? base > floor.value() : base < floor.value();
        if (baseIsBeyond) {
            return base;
        }
        long increment = definition.increment();
        return oneStepFrom(base + Block.stepsBetween(base, floor.value(), increment) * increment);
    }

    /** Whether there can be a value beyond a position of the current epoch, in its lap or in the next one. */
    public boolean hasNextBeyond(Position position) {
        if (position.lap() > lap && !definition.cycle()) {
            return false;
        }
        Long next = nextBeyond(position);
        boolean inLap = next != null && definition.admits(next);
        return inLap || (definition.cycle() && definition.admits(position.value()));
    }

    /** How many steps the counter must go to pass a position of its epoch; at most the largest long. */
    public long stepsTo(Position position) {
        if (position.lap() != lap) {
            return position.lap() < lap ? 0 : Long.MAX_VALUE;
        }
        long base = position();
        if (definition.ascending() ? base > position.value() : base < position.value()) {
            return 0;
        }
        return countOfSteps(base, position.value());
    }

    private @Nullable Long oneStepFrom(long value) {
        try {
            return Math.addExact(value, definition.increment());
        } catch (ArithmeticException e) {
            return null;
        }
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

    /** The last value that counts as issued, or the one to begin with. */
    public long position() {
        return pending != null ? pending : Objects.requireNonNull(mark);
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
            return before.with(altered.definition());
        }
        if (event instanceof HighWaterRaised raised) {
            return before.raised(raised.range());
        }
        return before.buried();
    }

    private static SequenceState begun(@Nullable SequenceState before, Created created) {
        SequenceDefinition made = created.definition();
        if (before == null) {
            return new SequenceState(made, 1, created.epoch(), 1, null, made.start(), null, false);
        }
        if (!before.dropped || created.epoch() < before.epoch) {
            throw new IllegalStateException("a sequence in epoch " + before.epoch + " cannot see " + created);
        }
        boolean sameEpoch = created.epoch() == before.epoch;
        Extremes past = before.extremes;
        Long newMark = sameEpoch && past != null ? (Long) past.towards(made.ascending()) : null;
        long newLap = sameEpoch ? before.lap : 1;
        return new SequenceState(made, before.version + 1, created.epoch(), newLap, newMark, made.start(), past, false);
    }

    private SequenceState with(SequenceDefinition changed) {
        if (turns(changed)) {
            throw new IllegalStateException("a sequence that handed out values cannot turn to " + changed);
        }
        return new SequenceState(changed, version + 1, epoch, lap, mark, pending, extremes, false);
    }

    private SequenceState raised(Block range) {
        requireBeyondMark(range);
        return new SequenceState(
                definition,
                version,
                epoch,
                range.lap(),
                range.last(),
                null,
                Extremes.including(extremes, range),
                false);
    }

    private SequenceState buried() {
        return new SequenceState(definition, version, epoch, lap, mark, pending, extremes, true);
    }

    private void requireBeyondMark(Block range) {
        if (range.epoch() != epoch
                || range.increment() != definition.increment()
                || !isBeyondMark(range.start())
                || !definition.admits(range.first())
                || !definition.admits(range.last())) {
            throw new IllegalStateException("range " + range + " may not follow mark " + mark + " of epoch " + epoch
                    + ", lap " + lap + " in " + definition);
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
