package dev.seqd.bench;

import dev.seqd.core.SeqdException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * How the calls of one phase went. Confined to one thread, until that has ended.
 *
 * <p>The client does not tell whether a call waited. A call that took longer than {@link #LOCAL_NANOS} is counted as one that
 * did: an answer from memory takes nanoseconds and a request to a node hundreds of microseconds, so this counts every wait,
 * besides some calls that only lost the processor.
 */
final class CallStats {
    /** The longest that a call may take and count as answered inside the process. */
    static final long LOCAL_NANOS = 100_000;

    private static final long LONGEST_NANOS = Duration.ofMinutes(10).toNanos();
    private static final int DIGITS = 2;

    private final Histogram latency = newHistogram();
    private final long[] perSequence;
    private final Map<String, Long> failures = new TreeMap<>();
    private final Map<String, String> samples = new TreeMap<>();
    private long issued;
    private long local;

    /** Figures for a process that draws {@code sequences} of them. */
    CallStats(int sequences) {
        this.perSequence = new long[sequences];
    }

    static Histogram newHistogram() {
        return new Histogram(LONGEST_NANOS, DIGITS);
    }

    void answered(int index, long nanos) {
        issued++;
        perSequence[index]++;
        if (nanos <= LOCAL_NANOS) {
            local++;
        }
        note(nanos);
    }

    /** A failed call never counts as answered inside the process, but its time counts. */
    void failed(SeqdException failure, long nanos) {
        String code = failure.error().code();
        failures.merge(code, 1L, Long::sum);
        samples.putIfAbsent(code, failure.detail());
        note(nanos);
    }

    private void note(long nanos) {
        latency.recordValue(Math.min(LONGEST_NANOS, Math.max(0, nanos)));
    }

    void add(CallStats other) {
        latency.add(other.latency);
        for (int index = 0; index < perSequence.length; index++) {
            perSequence[index] += other.perSequence[index];
        }
        other.failures.forEach((code, count) -> failures.merge(code, count, Long::sum));
        other.samples.forEach(samples::putIfAbsent);
        issued += other.issued;
        local += other.local;
    }

    int sequences() {
        return perSequence.length;
    }

    /** Calls that returned a value. */
    long issued() {
        return issued;
    }

    /** Calls that returned a value without waiting. */
    long local() {
        return local;
    }

    /** Durations of all calls in nanoseconds. */
    Histogram latency() {
        return latency;
    }

    /** Values of the sequence from which the most were got. */
    long hottest() {
        long most = 0;
        for (long count : perSequence) {
            most = Math.max(most, count);
        }
        return most;
    }

    /** Failed calls by their error's code. */
    Map<String, Long> failures() {
        return Map.copyOf(failures);
    }

    /** For each code the first failure's text. */
    Map<String, String> samples() {
        return Map.copyOf(samples);
    }
}
