package dev.seqd.allocator;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What each Counter of this node has raised itself and not released. Thread-safe. */
final class KnownMarks {
    private final Map<String, Known> marks = new ConcurrentHashMap<>();

    /** What a Counter knows now, null for nothing. */
    void note(String name, @Nullable Known known) {
        if (known == null) {
            marks.remove(name);
        } else {
            marks.put(name, known);
        }
    }

    Collection<Known> all() {
        return marks.values();
    }
}
