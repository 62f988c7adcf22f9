package dev.seqd.http;

import dev.seqd.allocator.Allocator;
import dev.seqd.allocator.SequenceNews;
import java.time.Duration;
import java.util.List;

/**
 * Paces the questions which sequences have changed, and knows when this process has slept: what it holds may be outdated
 * then. While nothing can be read nobody waits for it, beyond one question after a sleep. Not thread-safe.
 */
final class NewsReader {
    /** The time between two questions. */
    static final Duration INTERVAL = Duration.ofMillis(500);

    private static final long SLEEP_NANOS = INTERVAL.multipliedBy(3).toNanos();
    private static final long PATIENCE_NANOS = Duration.ofSeconds(1).toNanos();

    private long newest;
    private boolean asking;
    private long askedAtNanos;
    private long tickedAtNanos;
    private boolean slept;
    private long wokeAtNanos;

    /** {@code newest} is the newest change that is known. */
    NewsReader(long newest, long nowNanos) {
        this.newest = newest;
        this.tickedAtNanos = nowNanos;
    }

    /** The regular tick came. */
    void ticked(long nowNanos) {
        noteSleep(nowNanos);
        tickedAtNanos = nowNanos;
    }

    private void noteSleep(long nowNanos) {
        if (nowNanos - tickedAtNanos > SLEEP_NANOS) {
            slept = true;
            wokeAtNanos = nowNanos;
            tickedAtNanos = nowNanos;
        }
    }

    /** Whether callers must wait for what has changed during a sleep. */
    boolean mustWait(long nowNanos) {
        noteSleep(nowNanos);
        return slept && nowNanos - wokeAtNanos <= PATIENCE_NANOS;
    }

    /** Whether to ask now, and it counts as done: one question at a time. */
    boolean ask(long nowNanos) {
        if (asking) {
            return false;
        }
        asking = true;
        askedAtNanos = nowNanos;
        return true;
    }

    /** The change after which to ask. */
    long newest() {
        return newest;
    }

    /**
     * News came, perhaps none; those that were asked for before a sleep say nothing about it.
     *
     * @return whether there may be more, so that it is to be asked again at once
     */
    boolean came(List<SequenceNews> changes) {
        boolean more = changes.size() >= Allocator.MAX_NEWS;
        landed(!more);
        if (!changes.isEmpty()) {
            newest = changes.get(changes.size() - 1).changeId();
        }
        return more;
    }

    /** They could not be read. */
    void failed() {
        landed(true);
    }

    private void landed(boolean all) {
        asking = false;
        if (all && askedAtNanos - wokeAtNanos >= 0) {
            slept = false;
        }
    }
}
