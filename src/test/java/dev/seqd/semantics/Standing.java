package dev.seqd.semantics;

import dev.seqd.core.Cursor;
import dev.seqd.core.SequenceDefinition;
import dev.seqd.core.SequenceType;
import org.jspecify.annotations.Nullable;

/**
 * What a sequence is, as both sides have it.
 *
 * @param cursor where it stands, null if that is not looked at
 */
record Standing(
        SequenceType type,
        long start,
        long increment,
        long min,
        long max,
        boolean cycle,
        @Nullable Cursor cursor) {
    static Standing of(SequenceDefinition definition, @Nullable Cursor cursor) {
        return new Standing(
                definition.type(),
                definition.start(),
                definition.increment(),
                definition.min(),
                definition.max(),
                definition.cycle(),
                cursor);
    }

    Standing withoutCursor() {
        return new Standing(type, start, increment, min, max, cycle, null);
    }
}
