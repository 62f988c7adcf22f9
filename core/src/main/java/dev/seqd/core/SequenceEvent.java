package dev.seqd.core;

/** What happened to a sequence, in the order of its journal. */
public sealed interface SequenceEvent {
    /**
     * The sequence was created, or created again after a drop.
     *
     * @param definition what it is
     * @param epoch the epoch its values belong to, at least 1
     */
    record Created(SequenceDefinition definition, long epoch) implements SequenceEvent {
        /**
         * Checks the epoch.
         *
         * @throws IllegalArgumentException if it is below 1
         */
        public Created {
            requireEpoch(epoch);
        }
    }

    /**
     * The definition changed. The sequence stands where it stood.
     *
     * @param definition what it is from now on
     * @param epoch the same epoch as before, or the next one if the change could bring values again
     */
    record Altered(SequenceDefinition definition, long epoch) implements SequenceEvent {
        /**
         * Checks the epoch.
         *
         * @throws IllegalArgumentException if it is below 1
         */
        public Altered {
            requireEpoch(epoch);
        }
    }

    /**
     * The high-water mark was raised over a range, which from now on belongs to the Counter that asked for it.
     *
     * @param range all values from the first to the new mark
     */
    record HighWaterRaised(Block range) implements SequenceEvent {}

    /**
     * The unissued end of what one Counter raised was given back: the sequence is again as if it had not been raised. The
     * only event that lowers a mark within its epoch.
     *
     * @param reach how far the sequence has really got
     */
    record Released(Reach reach) implements SequenceEvent {}

    /**
     * Somebody set where the sequence stands.
     *
     * @param cursor where it stands now
     * @param epoch the same epoch as before, or the next one if values could come again
     */
    record Repositioned(Cursor cursor, long epoch) implements SequenceEvent {
        /**
         * Checks the epoch.
         *
         * @throws IllegalArgumentException if it is below 1
         */
        public Repositioned {
            requireEpoch(epoch);
        }
    }

    /**
     * The mark was moved without a range: nobody owns what it passed over. It is how a sequence gets past values that are
     * known to be used, or may be, although its journal does not say so.
     *
     * @param mark the new mark; of the same epoch, or of a later one if the old could not be continued
     * @param cursor where the sequence stands now: the next value lies beyond the mark
     */
    record Advanced(Position mark, Cursor cursor) implements SequenceEvent {}

    /** The sequence was dropped; a tombstone with its extremes stays. */
    record Dropped() implements SequenceEvent {}

    private static void requireEpoch(long epoch) {
        if (epoch < 1) {
            throw new IllegalArgumentException("epoch " + epoch + " must be at least 1");
        }
    }
}
