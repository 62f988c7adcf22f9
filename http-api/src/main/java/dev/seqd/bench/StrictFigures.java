package dev.seqd.bench;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What was measured of one strict counter.
 *
 * @param seconds how long it was measured
 * @param values how many calls returned a value in that time
 * @param latency how many nanoseconds those calls took
 * @param failures all calls that failed
 * @param verdict whether all that returned, from the first one on, kept the promises
 */
record StrictFigures(
        double seconds, long values, Histogram latency, CallStats failures, LinearHistory.Verdict verdict) {

    /** The figures of a team that has ended, for the time between two moments. */
    static StrictFigures of(CallerTeam team, long fromNanos, long toNanos) {
        List<CallLog> logs = team.logs();
        Histogram latency = CallStats.newHistogram();
        logs.forEach(log -> add(log, fromNanos, toNanos, latency));
        double seconds = (toNanos - fromNanos) / 1e9;
        return new StrictFigures(seconds, latency.getTotalCount(), latency, team.failures(), LinearHistory.check(logs));
    }

    private static void add(CallLog log, long fromNanos, long toNanos, Histogram latency) {
        for (int call = 0; call < log.size(); call++) {
            long end = log.endNanos(call);
            if (end - fromNanos >= 0 && end - toNanos < 0) {
                latency.recordValue(Math.min(latency.getHighestTrackableValue(), end - log.beginNanos(call)));
            }
        }
    }

    double valuesPerSecond() {
        return values / seconds;
    }

    long failedCalls() {
        return failures.failures().values().stream().mapToLong(Long::longValue).sum();
    }
}
