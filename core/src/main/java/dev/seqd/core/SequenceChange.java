package dev.seqd.core;

import dev.seqd.core.SequenceEvent.Altered;
import dev.seqd.core.SequenceEvent.Created;
import dev.seqd.core.SequenceEvent.Dropped;
import dev.seqd.core.SequenceEvent.Repositioned;
import org.jspecify.annotations.Nullable;

/**
 * What somebody may ask of a sequence besides its next value. Each decides, from the state at the moment of writing, which
 * event it comes to. What could hand out a value of the current epoch again begins a new epoch, and needs permission.
 */
public sealed interface SequenceChange {
    /**
     * The event that this comes to.
     *
     * @param now the sequence as it is, null if the name was never used
     * @return the event to journal, or null if there is nothing to change
     * @throws SeqdException why it is refused; nothing is changed then
     */
    @Nullable
    SequenceEvent decide(SequenceName name, @Nullable SequenceState now);

    /** Whether it has a say in the values to come, so that what is ready but unissued must be called back before. */
    default boolean concernsValues() {
        return true;
    }

    /**
     * Create the sequence.
     *
     * @param options what it shall be
     * @param allowReuse whether a dropped name may give its values again
     */
    record Create(SequenceOptions options, boolean allowReuse) implements SequenceChange {
        /** Refuses with {@code invalid-definition}, {@code sequence-exists} or {@code would-reuse}. */
        @Override
        public @Nullable SequenceEvent decide(SequenceName name, @Nullable SequenceState now) {
            SequenceDefinition wanted = SequenceDefinition.of(options);
            if (now == null) {
                return new Created(wanted, 1);
            }
            if (now.dropped()) {
                return new Created(wanted, epochAfter(name, now, wanted));
            }
            if (now.definition().equals(wanted)) {
                return null;
            }
            throw new SeqdException(SeqdError.SEQUENCE_EXISTS, "42P07", "relation \"" + name + "\" already exists");
        }

        /** Blocks of the former life may still be out: when they cannot be ordered with the new ones, an epoch parts them. */
        private long epochAfter(SequenceName name, SequenceState tombstone, SequenceDefinition wanted) {
            SequenceDefinition was = tombstone.definition();
            boolean ordered = was.ascending() == wanted.ascending() && was.order() == wanted.order();
            Extremes past = tombstone.reach().extremes();
            if (past == null || past.areBehind(wanted.start(), wanted.ascending())) {
                return ordered ? tombstone.epoch() : tombstone.epoch() + 1;
            }
            if (!allowReuse) {
                throw wouldReuse("sequence \"" + name + "\" was dropped after it handed out values up to "
                        + past.towards(wanted.ascending()) + "; give a start beyond that");
            }
            return tombstone.epoch() + 1;
        }

        @Override
        public boolean concernsValues() {
            return false;
        }
    }

    /**
     * Change the definition.
     *
     * @param options what changes
     * @param allowReuse whether values may come again
     */
    record Alter(SequenceOptions options, boolean allowReuse) implements SequenceChange {
        /** Refuses with {@code unknown-sequence}, {@code invalid-definition} or {@code would-reuse}. */
        @Override
        public @Nullable SequenceEvent decide(SequenceName name, @Nullable SequenceState now) {
            SequenceState alive = existing(name, now);
            SequenceDefinition changed = alive.definition().altered(options, alive.position());
            boolean reorders = changed.order() != alive.definition().order() && alive.mark() != null;
            boolean reuses = reorders || alive.wouldReuse(changed, alive.reach().cursor());
            if (changed.equals(alive.definition())) {
                return null;
            }
            return new Altered(changed, nextEpoch(alive, reuses, allowReuse));
        }

        @Override
        public boolean concernsValues() {
            return options.concernValues();
        }
    }

    /**
     * Let the next value be exactly a given one.
     *
     * @param with the next value, null for the {@code start} of the definition
     * @param allowReuse whether values may come again
     */
    record Restart(@Nullable Long with, boolean allowReuse) implements SequenceChange {
        /** Refuses with {@code unknown-sequence}, {@code invalid-definition} or {@code would-reuse}. */
        @Override
        public @Nullable SequenceEvent decide(SequenceName name, @Nullable SequenceState now) {
            SequenceState alive = existing(name, now);
            long value = with == null ? alive.definition().start() : with;
            alive.definition().requireRestartable(value);
            return repositioned(alive, new Cursor(value, false), allowReuse);
        }
    }

    /**
     * Let the sequence stand at a value, as PostgreSQL's {@code setval}.
     *
     * @param value where it stands
     * @param called whether the value counts as given, so that the next is one increment further
     * @param allowReuse whether values may come again
     */
    record SetValue(long value, boolean called, boolean allowReuse) implements SequenceChange {
        /** Refuses with {@code unknown-sequence}, {@code invalid-definition} or {@code would-reuse}. */
        @Override
        public @Nullable SequenceEvent decide(SequenceName name, @Nullable SequenceState now) {
            SequenceState alive = existing(name, now);
            requireWithin(name, alive.definition(), "setval", value);
            return repositioned(alive, new Cursor(value, called), allowReuse);
        }
    }

    /**
     * Move the mark by a number of values, as if they had been handed out, through as many laps as that takes. A sequence
     * that does not cycle is exhausted rather than moved beyond its bound.
     *
     * @param values how many, at least 0
     */
    record AdvanceBy(long values) implements SequenceChange {
        /** Refuses with {@code unknown-sequence}. */
        @Override
        public @Nullable SequenceEvent decide(SequenceName name, @Nullable SequenceState now) {
            SequenceState alive = existing(name, now);
            Position last = values < 1 ? null : alive.after(values);
            return last == null ? null : alive.advance(last);
        }
    }

    /**
     * Move the mark to a value of the current lap, unless it is there or beyond already.
     *
     * @param value counts as handed out, and all before it
     */
    record AdvanceTo(long value) implements SequenceChange {
        /** Refuses with {@code unknown-sequence}, or {@code invalid-definition} for a value outside of the bounds. */
        @Override
        public @Nullable SequenceEvent decide(SequenceName name, @Nullable SequenceState now) {
            SequenceState alive = existing(name, now);
            requireWithin(name, alive.definition(), "raise", value);
            return alive.advance(new Position(alive.epoch(), alive.lap(), value));
        }
    }

    private static void requireWithin(SequenceName name, SequenceDefinition definition, String verb, long value) {
        if (!definition.admits(value)) {
            throw new SeqdException(
                    SeqdError.INVALID_DEFINITION,
                    "22003",
                    verb + ": value " + value + " is out of bounds for sequence \"" + name + "\" (" + definition.min()
                            + ".." + definition.max() + ")");
        }
    }

    /** Drop the sequence; a tombstone stays. */
    record Drop() implements SequenceChange {
        /** Refuses with {@code unknown-sequence}. */
        @Override
        public SequenceEvent decide(SequenceName name, @Nullable SequenceState now) {
            existing(name, now);
            return new Dropped();
        }
    }

    /**
     * The sequence, if there is one.
     *
     * @throws SeqdException {@code unknown-sequence}
     */
    static SequenceState existing(SequenceName name, @Nullable SequenceState now) {
        if (now == null || now.dropped()) {
            throw unknownSequence(name);
        }
        return now;
    }

    /** What is said of a sequence that does not exist. */
    static SeqdException unknownSequence(SequenceName name) {
        return new SeqdException(SeqdError.UNKNOWN_SEQUENCE, "42P01", "relation \"" + name + "\" does not exist");
    }

    private static @Nullable Repositioned repositioned(SequenceState now, Cursor cursor, boolean allowReuse) {
        if (cursor.equals(now.reach().cursor())) {
            return null;
        }
        boolean reuses = now.wouldReuse(now.definition(), cursor);
        return new Repositioned(cursor, nextEpoch(now, reuses, allowReuse));
    }

    private static long nextEpoch(SequenceState now, boolean reuses, boolean allowReuse) {
        if (reuses && !allowReuse) {
            throw wouldReuse("values of epoch " + now.epoch() + " up to " + now.mark() + " could come again");
        }
        return reuses ? now.epoch() + 1 : now.epoch();
    }

    private static SeqdException wouldReuse(String what) {
        return new SeqdException(SeqdError.WOULD_REUSE, what + "; say allowReuse if that is intended");
    }
}
