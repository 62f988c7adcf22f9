package dev.seqd.allocator;

import dev.seqd.core.Block;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The newest grants of one life of a Counter, which it takes back when their unissued end comes; what it does not
 * remember stays given. Each is taken back at most once. Not thread-safe.
 */
final class Grants {
    private static final int REMEMBERED = 64;

    private final String incarnation;
    private final Map<String, Block> open = new LinkedHashMap<>();
    private long granted;

    Grants(String incarnation) {
        this.incarnation = incarnation;
    }

    /** Notes a grant and names it. */
    String add(Block block) {
        String id = incarnation + "-" + Long.toString(++granted, 36);
        open.put(id, block);
        if (open.size() > REMEMBERED) {
            open.remove(open.keySet().iterator().next());
        }
        return id;
    }

    /** Whether any can still be taken back. */
    boolean isAnyOpen() {
        return !open.isEmpty();
    }

    /** None of them is taken back any more. */
    void forget() {
        open.clear();
    }

    /** Whether a part is the end of an open grant; it is closed by that. */
    boolean close(Recall.Part part) {
        Block granted = open.remove(part.grantId());
        Block block = part.block();
        return granted != null
                && granted.end().equals(block.end())
                && granted.increment() == block.increment()
                && granted.count() >= block.count();
    }
}
