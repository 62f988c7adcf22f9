package dev.seqd.client.micrometer;

import dev.seqd.client.SequenceStats;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds up what sequences report, so that no sum ever goes down: not when the client forgets a sequence, nor when it begins
 * to count one anew. Remembers as many forgotten sequences as it is told, the latest; should an older one come back with its
 * old counts, they count once more. Not thread-safe.
 */
final class Ledger {
    private final int memory;
    private final LinkedHashMap<String, Figures> gone = new LinkedHashMap<>();
    private Map<String, Figures> known = Map.of();
    private Figures total = Figures.NONE;

    /** Remembers up to {@code memory} forgotten sequences. */
    Ledger(int memory) {
        this.memory = memory;
    }

    /** Books a reading of all sequences and returns what each of them added. */
    Map<String, Figures> book(List<SequenceStats> reading) {
        Map<String, Figures> former = known;
        Map<String, Figures> latest = new HashMap<>();
        Map<String, Figures> added = new HashMap<>();
        for (SequenceStats stats : reading) {
            String name = stats.sequence();
            Figures now = Figures.of(stats);
            Figures more = now.since(before(former, name));
            latest.put(name, now);
            added.put(name, more);
            total = total.plus(more);
        }
        known = latest;
        remember(former);
        return added;
    }

    private Figures before(Map<String, Figures> former, String name) {
        Figures returned = gone.remove(name);
        return former.getOrDefault(name, returned == null ? Figures.NONE : returned);
    }

    private void remember(Map<String, Figures> former) {
        former.forEach((name, figures) -> {
            if (!known.containsKey(name)) {
                gone.put(name, figures);
            }
        });
        var oldest = gone.keySet().iterator();
        for (int excess = gone.size() - memory; excess > 0; excess--) {
            oldest.next();
            oldest.remove();
        }
    }

    /** The sum over all sequences, those included that are forgotten. */
    Figures total() {
        return total;
    }
}
