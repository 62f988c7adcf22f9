package dev.seqd.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Checks that calls of an ascending counter are linearizable: no value came twice, and a call that began after another had
 * ended, whoever made it, has the larger value. That is all there is to check of a counter: calls can then be lined up by
 * their values, and no call has to move out of the time in which it ran. Times must be of one clock; calls that touch in the
 * same nanosecond count as concurrent.
 *
 * <p>Takes time in O(n log n), and 8 bytes for each call besides what is recorded.
 */
final class LinearHistory {
    /** The most faults that are told one by one. */
    static final int MAX_FAULTS = 10;

    private LinearHistory() {}

    /**
     * What was found.
     *
     * @param calls how many calls there were
     * @param duplicates how many of their values had come already
     * @param stale how many calls have a value that does not lie beyond that of a call which had ended before they began
     * @param faults the first of them, as lines for people
     */
    record Verdict(long calls, long duplicates, long stale, List<String> faults) {
        Verdict {
            faults = List.copyOf(faults);
        }

        boolean passed() {
            return duplicates == 0 && stale == 0;
        }
    }

    /** Checks the calls of all callers. */
    static Verdict check(List<CallLog> logs) {
        List<String> faults = new ArrayList<>();
        long duplicates = duplicates(logs, faults);
        long stale = stale(logs, faults);
        long calls = logs.stream().mapToLong(CallLog::size).sum();
        return new Verdict(calls, duplicates, stale, faults);
    }

    private static long duplicates(List<CallLog> logs, List<String> faults) {
        long[] values = values(logs);
        Arrays.sort(values);
        long found = 0;
        for (int i = 1; i < values.length; i++) {
            if (values[i] == values[i - 1]) {
                found++;
                note(faults, "value " + values[i] + " was handed out more than once");
            }
        }
        return found;
    }

    private static long[] values(List<CallLog> logs) {
        long[] values = new long[logs.stream().mapToInt(CallLog::size).reduce(0, Math::addExact)];
        int filled = 0;
        for (CallLog log : logs) {
            for (int call = 0; call < log.size(); call++) {
                values[filled++] = log.value(call);
            }
        }
        return values;
    }

    /** Goes through the calls as they began, and beside that, as far as they had ended by then, as they ended. */
    private static long stale(List<CallLog> logs, List<String> faults) {
        Merge begun = new Merge(logs, CallLog::beginNanos);
        Merge ended = new Merge(logs, CallLog::endNanos);
        Highest highest = new Highest();
        long found = 0;
        for (Cursor call = begun.next(); call != null; call = begun.next()) {
            highest.raise(ended, call.beginNanos());
            if (highest.reached(call.value())) {
                found++;
                note(faults, highest.complaint(call));
            }
        }
        return found;
    }

    private static void note(List<String> faults, String fault) {
        if (faults.size() < MAX_FAULTS) {
            faults.add(fault);
        }
    }

    /** The largest value of the calls that have ended. */
    private static final class Highest {
        private boolean known;
        private long value;
        private long endNanos;

        void raise(Merge ended, long untilNanos) {
            for (Cursor call = ended.nextBefore(untilNanos); call != null; call = ended.nextBefore(untilNanos)) {
                if (!known || call.value() > value) {
                    known = true;
                    value = call.value();
                    endNanos = call.endNanos();
                }
            }
        }

        boolean reached(long other) {
            return known && other <= value;
        }

        String complaint(Cursor call) {
            return "value " + call.value() + " was given to a call that began "
                    + Units.time(call.beginNanos() - endNanos) + " after another call had returned " + value;
        }
    }

    /** A place in a log. */
    private static final class Cursor {
        private final CallLog log;
        private int call;

        Cursor(CallLog log, int call) {
            this.log = log;
            this.call = call;
        }

        long beginNanos() {
            return log.beginNanos(call);
        }

        long endNanos() {
            return log.endNanos(call);
        }

        long value() {
            return log.value(call);
        }
    }

    private interface Time {
        long of(CallLog log, int call);
    }

    /** The calls of all logs by one of their times; each log by itself is in order already. */
    private static final class Merge {
        private final Time time;
        private final PriorityQueue<Cursor> cursors;
        private @Nullable Cursor taken;

        Merge(List<CallLog> logs, Time time) {
            this.time = time;
            this.cursors = new PriorityQueue<>(Math.max(1, logs.size()), (a, b) -> Long.signum(nanos(a) - nanos(b)));
            logs.stream().filter(log -> log.size() > 0).forEach(log -> cursors.add(new Cursor(log, 0)));
        }

        private long nanos(Cursor cursor) {
            return time.of(cursor.log, cursor.call);
        }

        /** The next call, null after the last one; valid until the next one is taken. */
        @Nullable
        Cursor next() {
            putBack();
            taken = cursors.poll();
            return taken;
        }

        /** The next call if its time is before another, else null. */
        @Nullable
        Cursor nextBefore(long nanos) {
            putBack();
            Cursor first = cursors.peek();
            return first != null && nanos(first) - nanos < 0 ? next() : null;
        }

        private void putBack() {
            if (taken != null && ++taken.call < taken.log.size()) {
                cursors.add(taken);
            }
            taken = null;
        }
    }
}
