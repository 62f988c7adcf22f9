package dev.seqd.simulation;

import java.util.Arrays;

/** A set of whole numbers as disjoint intervals in their order, made for adding at one end. */
final class Intervals {
    private long[] lows = new long[8];
    private long[] highs = new long[8];
    private int size;

    /**
     * Adds an interval, both ends included.
     *
     * @param step how far its values lie apart: two intervals that far apart become one
     * @return false, and nothing is added, if it meets what is there
     */
    boolean add(long low, long high, long step) {
        int at = firstEndingFrom(low);
        if (at < size && lows[at] <= high) {
            return false;
        }
        if (at > 0 && low - highs[at - 1] == step) {
            highs[at - 1] = high;
        } else if (at < size && lows[at] - high == step) {
            lows[at] = low;
        } else {
            insert(at, low, high);
        }
        return true;
    }

    /** Whether anything lies between two numbers, both included. */
    boolean meets(long low, long high) {
        int at = firstEndingFrom(low);
        return at < size && lows[at] <= high;
    }

    /** Takes out a range's values between two numbers, which lie a step from those before and behind, and adds them elsewhere. */
    void moveTo(Intervals other, Span span) {
        int at = firstEndingFrom(span.low);
        while (at < size && lows[at] <= span.high) {
            long from = Math.max(span.low, lows[at]);
            long to = Math.min(span.high, highs[at]);
            cut(at, new Span(from, to, span.step));
            if (!other.add(from, to, span.step)) {
                throw new IllegalStateException(from + ".." + to + " is there already");
            }
            at = firstEndingFrom(span.low);
        }
    }

    /** Numbers from one to another in equal steps. */
    record Span(long low, long high, long step) {}

    private void cut(int at, Span span) {
        long low = lows[at];
        long high = highs[at];
        remove(at);
        if (span.high < high) {
            insert(at, span.high + span.step, high);
        }
        if (low < span.low) {
            insert(at, low, span.low - span.step);
        }
    }

    /** The index of the first interval that does not end before a number. */
    private int firstEndingFrom(long low) {
        if (size == 0 || highs[size - 1] < low) {
            return size;
        }
        int at = Arrays.binarySearch(highs, 0, size, low);
        return at >= 0 ? at : -at - 1;
    }

    private void insert(int at, long low, long high) {
        if (size == lows.length) {
            lows = Arrays.copyOf(lows, 2 * size);
            highs = Arrays.copyOf(highs, 2 * size);
        }
        System.arraycopy(lows, at, lows, at + 1, size - at);
        System.arraycopy(highs, at, highs, at + 1, size - at);
        lows[at] = low;
        highs[at] = high;
        size++;
    }

    private void remove(int at) {
        System.arraycopy(lows, at + 1, lows, at, size - at - 1);
        System.arraycopy(highs, at + 1, highs, at, size - at - 1);
        size--;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < size; i++) {
            text.append(i == 0 ? "" : ", ").append(lows[i]).append("..").append(highs[i]);
        }
        return text.toString();
    }
}
