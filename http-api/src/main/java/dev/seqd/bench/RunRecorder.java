package dev.seqd.bench;

import dev.seqd.core.Block;

/**
 * What one thread of a client process got, run-length coded: values that follow one another by the increment grow an open
 * run, any other value closes it into the history. Costs a few array accesses for most values. Confined to its thread.
 */
final class RunRecorder implements AutoCloseable {
    private final int[] ranks;
    private final long increment;
    private final HistoryFile history;
    private final long[] last;
    private final long[] furthest;
    private final long[] count;
    private long recorded;

    /**
     * A recorder of sequences that go by their index in {@code ranks}.
     *
     * @param increment the step of all of them, not 0
     */
    RunRecorder(int[] ranks, long increment, HistoryFile history) {
        this.ranks = ranks;
        this.increment = increment;
        this.history = history;
        this.last = new long[ranks.length];
        this.furthest = new long[ranks.length];
        this.count = new long[ranks.length];
    }

    /** Notes the value that a call returned. */
    void record(int index, long value) {
        if (!reached(index, value)) {
            furthest[index] = value;
        }
        if (count[index] > 0 && continues(last[index], value)) {
            count[index]++;
        } else {
            flush(index);
            count[index] = 1;
        }
        last[index] = value;
        recorded++;
    }

    /** Whether this thread got {@code value} or one beyond it. */
    boolean reached(int index, long value) {
        return count[index] > 0 && (increment > 0 ? furthest[index] >= value : furthest[index] <= value);
    }

    /** How many values were noted. */
    long recorded() {
        return recorded;
    }

    /** Whether {@code value} is exactly one increment after {@code before}; a step out of 64 bits wraps and is none. */
    private boolean continues(long before, long value) {
        return value - before == increment && (increment > 0 ? value > before : value < before);
    }

    private void flush(int index) {
        if (count[index] > 0) {
            long first = last[index] - (count[index] - 1) * increment;
            history.append(ranks[index], new Block(first, increment, count[index], 1, 1));
        }
    }

    /** Writes the open runs and closes the history; nothing can be noted after this. */
    @Override
    public void close() {
        for (int index = 0; index < ranks.length; index++) {
            flush(index);
        }
        history.close();
    }
}
