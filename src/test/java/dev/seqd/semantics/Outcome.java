package dev.seqd.semantics;

import dev.seqd.core.SeqdException;
import org.jspecify.annotations.Nullable;

/**
 * What one operation came to: a value, nothing, or a refusal.
 *
 * @param value the value, null if there is none
 * @param sqlState of the refusal, null if it was not refused or the refusal has none
 * @param text of the refusal, null if it was not refused
 */
record Outcome(
        @Nullable Long value,
        @Nullable String sqlState,
        @Nullable String text) {
    static final Outcome DONE = new Outcome(null, null, null);

    static Outcome of(long value) {
        return new Outcome(value, null, null);
    }

    static Outcome refused(SeqdException refusal) {
        return new Outcome(null, refusal.sqlState(), refusal.detail());
    }

    static Outcome alreadyExists(String name) {
        return new Outcome(null, "42P07", "relation \"" + name + "\" already exists");
    }

    /** What would be said of {@code s}, if it is of a sequence with another name. */
    Outcome ofSequence(String name) {
        return text == null ? this : new Outcome(value, sqlState, text.replace('"' + name + '"', "\"s\""));
    }

    boolean refused() {
        return text != null;
    }

    @Override
    public String toString() {
        if (text != null) {
            return sqlState + " " + text;
        }
        return value == null ? "done" : value.toString();
    }
}
