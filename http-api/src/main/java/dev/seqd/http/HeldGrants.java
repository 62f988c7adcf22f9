package dev.seqd.http;

import dev.seqd.allocator.Grant;
import dev.seqd.allocator.Recall;
import dev.seqd.core.Block;
import dev.seqd.core.Position;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The newest grants of a lease by their last value, so that what is left of them can be given back. Not thread-safe. */
final class HeldGrants {
    private static final int REMEMBERED = 64;

    private final Map<Position, String> ids = new LinkedHashMap<>();

    void add(Grant grant) {
        ids.put(grant.block().end(), grant.id());
        if (ids.size() > REMEMBERED) {
            ids.remove(ids.keySet().iterator().next());
        }
    }

    /** The blocks that are the end of a grant, to be given back; they are forgotten. */
    List<Recall.Part> partsOf(List<Block> blocks) {
        List<Recall.Part> parts = new ArrayList<>();
        for (Block block : blocks) {
            String id = ids.remove(block.end());
            if (id != null) {
                parts.add(new Recall.Part(id, block));
            }
        }
        ids.clear();
        return parts;
    }
}
