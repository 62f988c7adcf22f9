package dev.seqd.benchmarks;

import java.util.List;

/**
 * What the part {@code callers} found.
 *
 * @param run where and when
 * @param pool connections of each pool to PostgreSQL
 * @param loads each number of callers with each source
 * @param checks none: there is no goal to it
 */
record CallersResult(RunInfo run, int pool, List<Load> loads, List<Check> checks) implements Result {
    CallersResult {
        loads = List.copyOf(loads);
        checks = List.copyOf(checks);
    }

    /**
     * One number of callers with one source.
     *
     * @param perSecond numbers a second
     * @param p50Nanos of the calls that gave a number
     * @param p99Nanos of the calls that gave a number
     * @param errors calls that gave none
     */
    record Load(String source, int callers, double perSecond, long p50Nanos, long p99Nanos, long errors) {}
}
