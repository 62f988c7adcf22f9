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
            if (epoch < 1) {
                throw new IllegalArgumentException("epoch " + epoch + " must be at least 1");
            }
        }
    }

    /**
     * The definition changed; mark, epoch and lap did not.
     *
     * @param definition what it is from now on
     */
    record Altered(SequenceDefinition definition) implements SequenceEvent {}

    /**
     * The high-water mark was raised over a range, which from now on belongs to the Counter that asked for it.
     *
     * @param range all values from the first to the new mark
     */
    record HighWaterRaised(Block range) implements SequenceEvent {}

    /** The sequence was dropped; a tombstone with its extremes stays. */
    record Dropped() implements SequenceEvent {}
}
