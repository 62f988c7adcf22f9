package dev.seqd.allocator;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/**
 * What each Counter of this node has raised itself and not released; of one sequence there may be two, when one of them stands
 * in for an owner. Thread-safe.
 */
final class KnownMarks {
    private final Map<ActorRef<Counter.Command>, Known> marks = new ConcurrentHashMap<>();

    /** What a Counter knows now, null for nothing. */
    void note(ActorRef<Counter.Command> counter, @Nullable Known known) {
        if (known == null) {
            marks.remove(counter);
        } else {
            marks.put(counter, known);
        }
    }

    Collection<Known> all() {
        return marks.values();
    }
}
