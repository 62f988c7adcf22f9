package dev.seqd.http;

import dev.seqd.allocator.Recall;
import dev.seqd.core.Saturated;
import dev.seqd.core.SequenceName;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What leases are to give back to their Counters of the node's own accord: first each is asked for it, as by a Counter's
 * recall; what it gives up is then sent, only so much at a time. Confined to its {@link NodeCache}.
 */
final class LeaseReturns {
    private static final int AT_ONCE = 64;

    /** What one lease gave up. */
    record Return(SequenceName name, List<Recall.Part> parts) {
        long values() {
            return parts.stream().mapToLong(part -> part.block().count()).reduce(0, Saturated::sum);
        }
    }

    private final Map<Long, SequenceName> asked = new HashMap<>();
    private final Deque<Return> waiting = new ArrayDeque<>();
    private long serial;
    private int underWay;

    /** A lease is asked; the serial of the question. */
    long ask(SequenceName name) {
        asked.put(++serial, name);
        return serial;
    }

    /** A lease has given up what it held. */
    void returned(Recall.Returned answer) {
        SequenceName name = asked.remove(answer.serial());
        if (name != null && !answer.parts().isEmpty()) {
            waiting.addLast(new Return(name, answer.parts()));
        }
    }

    /** What to send now, if anything: null while enough is under way, or nothing is left. */
    @Nullable
    Return next() {
        Return next = underWay < AT_ONCE ? waiting.pollFirst() : null;
        underWay += next == null ? 0 : 1;
        return next;
    }

    /** One has arrived, or has not. */
    void over() {
        underWay--;
    }

    /** Whether all has been given back. */
    boolean isDone() {
        return asked.isEmpty() && waiting.isEmpty() && underWay == 0;
    }
}
