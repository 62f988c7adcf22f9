package dev.seqd.semantics;

import dev.seqd.core.SequenceDefinition;
import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceState;
import dev.seqd.core.SequenceType;
import org.jspecify.annotations.Nullable;

/** The numbers that others are said relative to. */
record Scene(SequenceType type, long increment, long min, long max, long start, long position) {
    /** Of a sequence, or of its tombstone; of one that would be created with no options if there is none. */
    static Scene of(@Nullable SequenceState now) {
        return now == null ? of(SequenceDefinition.of(SequenceOptions.NONE), 1) : of(now.definition(), now.position());
    }

    private static Scene of(SequenceDefinition definition, long position) {
        return new Scene(
                definition.type(),
                definition.increment(),
                definition.min(),
                definition.max(),
                definition.start(),
                position);
    }

    /** Of a sequence that is about to be created with that type and increment, after a former life. */
    Scene anew(@Nullable SequenceType newType, @Nullable Long newIncrement) {
        SequenceOptions options = new SequenceOptions(
                newType,
                null,
                newIncrement == null || newIncrement == 0 ? 1 : newIncrement,
                null,
                null,
                null,
                null,
                null,
                null);
        return of(SequenceDefinition.of(options), position);
    }

    Scene with(@Nullable SequenceType newType, @Nullable Long newIncrement) {
        return new Scene(
                newType == null ? type : newType,
                newIncrement == null ? increment : newIncrement,
                min,
                max,
                start,
                position);
    }

    Scene withMin(@Nullable Long newMin) {
        return newMin == null ? this : new Scene(type, increment, newMin, max, start, position);
    }

    Scene withMax(@Nullable Long newMax) {
        return newMax == null ? this : new Scene(type, increment, min, newMax, start, position);
    }
}
