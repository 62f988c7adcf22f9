package dev.seqd.semantics;

import dev.seqd.allocator.Grant;
import dev.seqd.allocator.Recall;
import dev.seqd.allocator.Recall.Part;
import dev.seqd.core.Block;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a node holds of its sequences: at most one grant of each, given back when it is called. Thread-safe. */
final class Leases {
    private final Map<String, Part> held = new HashMap<>(); // guarded by this

    /** The next value held, null if there is none. */
    synchronized @Nullable Long take(String name) {
        Part part = held.remove(name);
        if (part == null) {
            return null;
        }
        hold(name, part.grantId(), part.block(), 1);
        return part.block().first();
    }

    /** Takes the first value of a new grant and holds the others. */
    synchronized long takeFirst(String name, Grant grant) {
        hold(name, grant.id(), grant.block(), 1);
        return grant.block().first();
    }

    private void hold(String name, String grantId, Block block, long used) {
        block.tail(used).ifPresent(rest -> held.put(name, new Part(grantId, rest)));
    }

    /** Gives up what is held of a sequence. */
    void giveBack(Recall recall) {
        recall.giveBack(remove(recall.name()));
    }

    private synchronized List<Part> remove(String name) {
        Part part = held.remove(name);
        return part == null ? List.of() : List.of(part);
    }
}
