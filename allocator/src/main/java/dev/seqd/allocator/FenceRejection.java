package dev.seqd.allocator;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Recognizes that the database refused a write because another writer had been there first. */
final class FenceRejection {
    private static final Set<String> SQL_STATES = Set.of("SQ001", "23505");
    private static final int MAX_DEPTH = 20;

    private FenceRejection() {}

    static boolean isCauseOf(Throwable failure) {
        return in(failure) != null;
    }

    /** Whether it was this counter's write that was refused: it takes others down that were in one batch with it. */
    static boolean concerns(String persistenceId, Throwable failure) {
        SQLException rejection = in(failure);
        String text = rejection == null ? "" : String.valueOf(rejection.getMessage());
        return text.lines().anyMatch(line -> line.endsWith(" of " + persistenceId))
                || text.contains("(" + persistenceId + ")")
                || text.contains("(" + persistenceId + ", ");
    }

    static String textOf(Throwable failure) {
        SQLException rejection = in(failure);
        return rejection == null
                ? ""
                : String.valueOf(rejection.getMessage()).lines().findFirst().orElse("");
    }

    /** A failed batch carries the real error among its "next" exceptions; its own text is the whole statement. */
    private static @Nullable SQLException in(Throwable failure) {
        Deque<Throwable> open = new ArrayDeque<>();
        open.add(failure);
        SQLException found = null;
        for (int depth = 0; depth < MAX_DEPTH && !open.isEmpty(); depth++) {
            Throwable next = open.remove();
            if (next instanceof SQLException sql) {
                found = SQL_STATES.contains(String.valueOf(sql.getSQLState())) ? sql : found;
                addIfThere(open, sql.getNextException());
            }
            addIfThere(open, next.getCause());
        }
        return found;
    }

    private static void addIfThere(Deque<Throwable> open, @Nullable Throwable next) {
        if (next != null) {
            open.add(next);
        }
    }
}
