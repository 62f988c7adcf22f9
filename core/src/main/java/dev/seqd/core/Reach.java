package dev.seqd.core;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How far a sequence has got.
 *
 * @param lap the current lap, from 1
 * @param mark the bound beyond which nothing was ever handed out in this epoch and lap; null while nothing was
 * @param cursor where it stands: at the mark, unless somebody set it elsewhere
 * @param extremes the lowest and highest value of all epochs, null while there is none
 */
public record Reach(
        long lap,
        @Nullable Long mark,
        Cursor cursor,
        @Nullable Extremes extremes) {
    /**
     * Checks what is always so.
     *
     * @throws IllegalArgumentException if the lap is below 1, or a mark lies outside the extremes
     */
    public Reach {
        Objects.requireNonNull(cursor, "cursor");
        if (lap < 1) {
            throw new IllegalArgumentException("lap " + lap + " must be at least 1");
        }
        if (mark != null && (extremes == null || mark < extremes.lowest() || mark > extremes.highest())) {
            throw new IllegalArgumentException("mark " + mark + " lies outside of what was handed out: " + extremes);
        }
    }

    /** Nothing handed out in this epoch, and a value to begin with. */
    static Reach beginning(Cursor cursor, @Nullable Extremes past) {
        return new Reach(1, null, cursor, past);
    }

    /** After a range was raised. */
    public Reach including(Block range) {
        return new Reach(
                range.lap(), range.last(), new Cursor(range.last(), true), Extremes.including(extremes, range));
    }

    /** Standing elsewhere. */
    Reach at(Cursor elsewhere) {
        return new Reach(lap, mark, elsewhere, extremes);
    }
}
