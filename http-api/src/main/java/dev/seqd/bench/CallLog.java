package dev.seqd.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * The calls of one caller that returned a value, one after the other: when each began and ended, and its value; 24 bytes a
 * call. Confined to its thread, until that has ended.
 */
final class CallLog {
    private static final int CALLS_PER_CHUNK = 1 << 12;
    private static final int FIELDS = 3;

    private final List<long[]> chunks = new ArrayList<>();
    private final int most;
    private int size;

    /** A log for at most so many calls. */
    CallLog(int most) {
        this.most = most;
    }

    /**
     * Notes a call that began after the one before it ended.
     *
     * @throws BenchException if the log is full
     */
    void add(long beginNanos, long endNanos, long value) {
        if (size == most) {
            throw new BenchException("a caller made more than " + most + " calls; choose a shorter --duration");
        }
        if (size % CALLS_PER_CHUNK == 0) {
            chunks.add(new long[CALLS_PER_CHUNK * FIELDS]);
        }
        long[] chunk = chunks.get(size / CALLS_PER_CHUNK);
        int at = size % CALLS_PER_CHUNK * FIELDS;
        chunk[at] = beginNanos;
        chunk[at + 1] = endNanos;
        chunk[at + 2] = value;
        size++;
    }

    int size() {
        return size;
    }

    long beginNanos(int call) {
        return field(call, 0);
    }

    long endNanos(int call) {
        return field(call, 1);
    }

    long value(int call) {
        return field(call, 2);
    }

    private long field(int call, int field) {
        return chunks.get(call / CALLS_PER_CHUNK)[call % CALLS_PER_CHUNK * FIELDS + field];
    }
}
