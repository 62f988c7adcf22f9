package dev.seqd.faults;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one caller got of one sequence, in the order of its calls. Thread-safe. */
final class Trail {
    private final String caller;
    private final Numbers numbers;
    private final boolean raw;

    @GuardedBy("this")
    private final List<Run> runs = new ArrayList<>();

    @GuardedBy("this")
    private @Nullable Run current;

    @GuardedBy("this")
    private long count;

    @GuardedBy("this")
    private long failures;

    @GuardedBy("this")
    private long succeededNanos;

    @GuardedBy("this")
    private long longestNanos;

    /** Nothing yet; with {@code raw}, each number keeps times of its own. */
    Trail(String caller, Numbers numbers, boolean raw) {
        this.caller = caller;
        this.numbers = numbers;
        this.raw = raw;
        this.succeededNanos = System.nanoTime();
    }

    String caller() {
        return caller;
    }

    Numbers numbers() {
        return numbers;
    }

    /** A call returned a number. */
    synchronized void add(long value, long calledNanos, long nowNanos) {
        Run last = current;
        if (last != null && !raw && value - last.last() == numbers.step()) {
            current = last.and(value, nowNanos);
        } else {
            flush();
            current = new Run(value, value, calledNanos, nowNanos);
        }
        count++;
        longestNanos = Math.max(longestNanos, nowNanos - succeededNanos);
        succeededNanos = nowNanos;
    }

    /** A call failed. */
    synchronized void fail() {
        failures++;
    }

    @GuardedBy("this")
    private void flush() {
        if (current != null) {
            runs.add(current);
        }
        current = null;
    }

    /** Forgets pauses and failures so far. */
    synchronized void mark() {
        longestNanos = 0;
        failures = 0;
        succeededNanos = System.nanoTime();
    }

    synchronized long count() {
        return count;
    }

    synchronized long failures() {
        return failures;
    }

    /** The longest time without a number since the last mark, the one under way included. */
    synchronized Duration longestPause() {
        return Duration.ofNanos(Math.max(longestNanos, System.nanoTime() - succeededNanos));
    }

    /** All of it so far. */
    synchronized List<Run> runs() {
        flush();
        return List.copyOf(runs);
    }
}
