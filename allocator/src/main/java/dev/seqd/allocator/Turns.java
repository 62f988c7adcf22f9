package dev.seqd.allocator;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Lets only so many Counters of a node do something at once; of those that wait, the most wanted one is next, and among
 * equals the one that came first. Thread-safe; its lock is taken last, and nothing foreign runs under it.
 */
final class Turns {
    private final int limit;
    private final LongAdder waits;

    /** Those that wait, by the bit length of how much they are wanted. */
    @GuardedBy("this")
    private final List<Set<Turn>> waiting = new ArrayList<>();

    @GuardedBy("this")
    private int taken;

    Turns(int limit) {
        this(limit, new LongAdder());
    }

    /** Keeps the count of those that wait. */
    Turns(int limit, LongAdder waits) {
        this.limit = limit;
        this.waits = waits;
        for (int rank = 0; rank <= Long.SIZE; rank++) {
            waiting.add(new LinkedHashSet<>());
        }
    }

    private enum Stage {
        WAITING,
        TAKEN,
        OVER
    }

    /** Asks for a turn, which begins by {@code go}: at once, or from the thread of whoever ends one. */
    Turn take(Runnable go) {
        Turn turn = new Turn(go);
        if (turn.enter()) {
            go.run();
        }
        return turn;
    }

    /** One turn; compared by identity. */
    final class Turn {
        private final Runnable go;

        @GuardedBy("Turns.this")
        private Stage stage = Stage.WAITING;

        @GuardedBy("Turns.this")
        private long wanted;

        private Turn(Runnable go) {
            this.go = go;
        }

        private boolean enter() {
            synchronized (Turns.this) {
                if (taken < limit) {
                    taken++;
                    stage = Stage.TAKEN;
                    return true;
                }
                line().add(this);
                waits.increment();
                return false;
            }
        }

        private void begin() {
            synchronized (Turns.this) {
                stage = Stage.TAKEN;
                waits.decrement();
            }
        }

        @GuardedBy("Turns.this")
        private Set<Turn> line() {
            return waiting.get(Long.SIZE - Long.numberOfLeadingZeros(wanted));
        }

        /** So much more is wanted of whoever waits for this turn. */
        void wanted(long more) {
            synchronized (Turns.this) {
                if (stage == Stage.WAITING) {
                    line().remove(this);
                    wanted = Math.max(0, wanted + more);
                    line().add(this);
                }
            }
        }

        /** It is over, or not wanted any more; a second call does nothing. */
        void end() {
            Turn next = leave();
            if (next != null) {
                next.go.run();
            }
        }

        private @Nullable Turn leave() {
            synchronized (Turns.this) {
                Stage before = stage;
                stage = Stage.OVER;
                if (before == Stage.WAITING) {
                    line().remove(this);
                    waits.decrement();
                }
                return before == Stage.TAKEN ? nextOrNone() : null;
            }
        }
    }

    @GuardedBy("this")
    private @Nullable Turn nextOrNone() {
        for (int rank = Long.SIZE; rank >= 0; rank--) {
            Iterator<Turn> line = waiting.get(rank).iterator();
            if (line.hasNext()) {
                Turn next = line.next();
                line.remove();
                next.begin();
                return next;
            }
        }
        taken--;
        return null;
    }
}
