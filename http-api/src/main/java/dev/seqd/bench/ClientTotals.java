package dev.seqd.bench;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/** What all client processes of a run did, added up. Immutable after it was made. */
final class ClientTotals {
    private final List<ClientResult> results;
    private final Histogram latency = CallStats.newHistogram();
    private final Map<String, Long> failures = new TreeMap<>();
    private final Map<String, String> samples = new TreeMap<>();

    /** Adds up at least one result. */
    ClientTotals(List<ClientResult> results) {
        this.results = List.copyOf(results);
        for (ClientResult result : results) {
            latency.add(result.measured().histogram());
            result.measured().failures().forEach((code, count) -> failures.merge(code, count, Long::sum));
            result.warmUp().samples().forEach(samples::putIfAbsent);
            result.measured().samples().forEach(samples::putIfAbsent);
        }
    }

    private long sum(ToLongFunction<ClientResult> figure) {
        return results.stream().mapToLong(figure).sum();
    }

    private double max(ToDoubleFunction<ClientResult> figure) {
        return results.stream().mapToDouble(figure).max().orElse(0);
    }

    /** Values got in the measurement. */
    long issued() {
        return sum(result -> result.measured().issued());
    }

    /** Values got in all. */
    long issuedInAll() {
        return issued() + sum(result -> result.warmUp().issued());
    }

    /** Values a second in the measurement. */
    double ratePerSecond() {
        return results.stream()
                .mapToDouble(
                        result -> result.measured().issued() / result.effort().seconds())
                .sum();
    }

    /** The length of the measurement in the process where it was longest. */
    double seconds() {
        return max(result -> result.effort().seconds());
    }

    /** The part of all calls of the measurement that returned a value without waiting, from 0 to 1. */
    double localShare() {
        long calls = latency.getTotalCount();
        return calls == 0 ? 0 : sum(result -> result.measured().local()) / (double) calls;
    }

    /** Values a second of the hottest sequence in the one process that got the most of it. */
    double hottestRate() {
        return max(result -> result.measured().hottest() / result.effort().seconds());
    }

    /** Durations of all calls of the measurement in nanoseconds. */
    Histogram latency() {
        return latency;
    }

    /** Failed calls of the measurement. */
    long failures() {
        return failures.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Failed calls of the measurement by code. */
    Map<String, Long> failuresByCode() {
        return Map.copyOf(failures);
    }

    /** Failed calls of the warm-up. */
    long warmUpFailures() {
        return sum(result -> result.warmUp().failures().values().stream()
                .mapToLong(Long::longValue)
                .sum());
    }

    /** For each code, of the warm-up's failures too, the text of one. */
    Map<String, String> samples() {
        return new TreeMap<>(samples);
    }

    /** Calls of the measurement that were never made because the schedule was too far behind. */
    long missed() {
        return sum(result -> result.effort().punctuality().missed());
    }

    /** By how much the latest call of the measurement began after it was due. */
    long maxLagNanos() {
        return results.stream()
                .mapToLong(result -> result.effort().punctuality().maxLagNanos())
                .max()
                .orElse(0);
    }

    /** Processor seconds a second that the processes used together in the measurement. */
    double processors() {
        return results.stream()
                .mapToDouble(
                        result -> result.effort().cpuSeconds() / result.effort().seconds())
                .sum();
    }

    List<ClientResult> results() {
        return results;
    }
}
