package dev.seqd.allocator;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * When this node has written which number to its row, as far back as it remembers what it has handed out. So it can tell
 * since when a database that holds an older number has lost commits. Not thread-safe.
 */
final class BeatLog {
    private final long memoryNanos;
    private final long bornNanos;
    private final Deque<Beat> beats = new ArrayDeque<>();
    private long tried;
    private long acknowledged;

    private record Beat(long number, long nanos) {}

    BeatLog(Duration memory, long nowNanos) {
        this.memoryNanos = memory.toNanos();
        this.bornNanos = nowNanos;
    }

    /** The number to write next; one that was tried may have been written. */
    long next() {
        return ++tried;
    }

    /** The number that was written for certain. */
    long acknowledged() {
        return acknowledged;
    }

    /** The number that was tried last is written. {@code triedNanos} is when that began. */
    void acknowledge(long triedNanos) {
        acknowledged = tried;
        beats.addLast(new Beat(tried, triedNanos));
        while (triedNanos - beats.getFirst().nanos > memoryNanos) {
            beats.removeFirst();
        }
    }

    /**
     * Until when at least everything that this node committed is in a database.
     *
     * @param found the number that is there, null if there is none
     * @return null if that is longer ago than it remembers what it did
     */
    @Nullable
    Long completeUntilNanos(@Nullable Long found, long nowNanos) {
        if (found == null) {
            return nowNanos - bornNanos <= memoryNanos ? bornNanos : null;
        }
        Long until = null;
        for (Beat beat : beats) {
            until = beat.number <= found ? Long.valueOf(beat.nanos) : until;
        }
        return until != null && nowNanos - until <= memoryNanos ? until : null;
    }
}
