package dev.seqd.allocator;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A question to nodes to give back what they hold, and what came of it so far. Not thread-safe. */
final class RecallRound {
    private boolean open;
    private long serial;
    private long endsNanos;
    private int awaited;
    private List<Recall.Part> returned = new ArrayList<>();

    /** So many nodes were asked under a serial, and have until a time. */
    void begin(long ofSerial, int nodes, long untilNanos) {
        open = true;
        serial = ofSerial;
        awaited = nodes;
        endsNanos = untilNanos;
        returned = new ArrayList<>();
    }

    /** Whether answers still count. */
    boolean isOpen() {
        return open;
    }

    /** A node has given back; false if that is not waited for (any more). */
    boolean returned(Recall.Returned answer) {
        if (!open || answer.serial() != serial) {
            return false;
        }
        returned.addAll(answer.parts());
        awaited--;
        return true;
    }

    /** Whether it may be closed, because all have answered or the time is up. */
    boolean isOver(long nowNanos) {
        return open && (awaited == 0 || nowNanos - endsNanos >= 0);
    }

    /** No answer counts any more; what was given back, the first time. */
    List<Recall.Part> close() {
        List<Recall.Part> all = returned;
        open = false;
        returned = List.of();
        return all;
    }

    /** When time alone changes something, null if never. */
    @Nullable
    Long deadlineNanos() {
        return open ? endsNanos : null;
    }
}
