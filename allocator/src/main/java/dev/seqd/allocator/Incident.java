package dev.seqd.allocator;

import dev.seqd.allocator.Evidence.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/**
 * What a node finds out from when it met a strange database until it trusts one again. What was found once holds, whatever is
 * found later. Confined to the {@link DatabaseWatch}, but for what was {@linkplain #healed moved}.
 */
final class Incident {
    private final long beganNanos;
    private final LongAdder moved = new LongAdder();
    private boolean rowLost;
    private boolean forgotten;
    private long completeUntilNanos;

    Incident(long nowNanos) {
        this.beganNanos = nowNanos;
        this.completeUntilNanos = nowNanos;
    }

    /** A database was looked at that this node had written to. */
    void found(DatabaseLook look, BeatLog beats, long nowNanos) {
        rowLost |= !look.holds(beats.acknowledged());
        Long until = beats.completeUntilNanos(look.beats(), nowNanos);
        forgotten |= until == null;
        if (until != null && until - completeUntilNanos < 0) {
            completeUntilNanos = until;
        }
    }

    /** A counter was moved, because its journal had lost something. Any thread. */
    void healed() {
        moved.increment();
    }

    long moved() {
        return moved.sum();
    }

    /** Whether it has lasted for so long. */
    boolean lasts(Duration time, long nowNanos) {
        return nowNanos - beganNanos > time.toNanos();
    }

    /** What this node has to say of a server. */
    Statement statement(String server, long departedMillis, long nowNanos) {
        long lostFor =
                forgotten ? -1 : Duration.ofNanos(nowNanos - completeUntilNanos).toMillis();
        return new Statement(server, false, rowLost || moved() > 0, lostFor, departedMillis);
    }
}
