package dev.seqd.allocator;

import dev.seqd.core.SequenceChange;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The changes that wait for a Counter, one at a time: first what nodes hold is called back, if the change concerns values,
 * then it is written. Not thread-safe.
 *
 * @param <R> where answers go
 */
final class ChangeLine<R> {
    private static final int LIMIT = 100;

    /**
     * A change that somebody asked for.
     *
     * @param change what is to change
     * @param ifVersion the version that the definition must have, null for any
     * @param replyTo where the answer goes
     * @param deadlineNanos until when it may begin
     */
    record Asked<R>(SequenceChange change, @Nullable Long ifVersion, R replyTo, long deadlineNanos) {}

    private final Deque<Asked<R>> waiting = new ArrayDeque<>();
    private final RecallRound recall = new RecallRound();
    private @Nullable Asked<R> current;
    private boolean answered;
    private long serial;

    /** Puts a change at the end, unless too many wait. */
    boolean add(Asked<R> asked) {
        if (waiting.size() >= LIMIT) {
            return false;
        }
        waiting.addLast(asked);
        return true;
    }

    /** Whether one is under way. */
    boolean isBusy() {
        return current != null;
    }

    /** Whether one waits, or is under way. */
    boolean isPending() {
        return current != null || !waiting.isEmpty();
    }

    /** Makes the first one the current. */
    @Nullable
    Asked<R> begin() {
        current = waiting.pollFirst();
        answered = false;
        return current;
    }

    /** The current one, which must be there. */
    Asked<R> current() {
        return Objects.requireNonNull(current);
    }

    /** The current one waits for so many nodes to give back what they hold, but no longer than a time. */
    void recall(long ofSerial, int nodes, long endsNanos) {
        recall.begin(ofSerial, nodes, endsNanos);
    }

    boolean isRecalling() {
        return recall.isOpen();
    }

    /** A node has given back; false if that is not waited for (any more). */
    boolean returned(Recall.Returned answer) {
        return recall.returned(answer);
    }

    /** Whether the recall is over, because all have answered or the time is up. */
    boolean isRecalled(long nowNanos) {
        return recall.isOver(nowNanos);
    }

    /** The current one is being written; what was given back for it. */
    List<Recall.Part> write(long ofSerial) {
        serial = ofSerial;
        return recall.close();
    }

    /** Nothing is waited for any more; what was given back for the current one in vain. */
    List<Recall.Part> endRecall() {
        return recall.close();
    }

    /** Whether the current one is being written under a serial. */
    boolean isWriting(long ofSerial) {
        return current != null && !recall.isOpen() && serial == ofSerial;
    }

    /** The current one is over; whoever waits for it, null if that one was answered already. */
    @Nullable
    R end() {
        R replyTo = answered || current == null ? null : current.replyTo();
        current = null;
        recall.close();
        return replyTo;
    }

    /** Lets those go whose time is up: those that wait, and who waits for the current one. */
    void expire(long nowNanos, Consumer<R> refuse) {
        Iterator<Asked<R>> all = waiting.iterator();
        while (all.hasNext()) {
            Asked<R> asked = all.next();
            if (nowNanos - asked.deadlineNanos() >= 0) {
                all.remove();
                refuse.accept(asked.replyTo());
            }
        }
        if (current != null && !answered && nowNanos - current.deadlineNanos() >= 0) {
            answered = true;
            refuse.accept(current.replyTo());
        }
    }

    /** Lets all go that wait. */
    void clear(Consumer<R> refuse) {
        waiting.forEach(asked -> refuse.accept(asked.replyTo()));
        waiting.clear();
    }

    /** When time alone changes something, null if never. */
    @Nullable
    Long nextDeadlineNanos() {
        if (recall.isOpen()) {
            return recall.deadlineNanos();
        }
        if (current != null && !answered) {
            return current.deadlineNanos();
        }
        Asked<R> first = waiting.peekFirst();
        return first == null ? null : first.deadlineNanos();
    }
}
