package dev.seqd.benchmarks;

import java.util.List;

/**
 * What the part {@code service} found.
 *
 * @param run where and when
 * @param load what {@code seqd bench} did
 * @param strict what {@code seqd bench-strict} did
 * @param checks the judgement
 */
record ServiceResult(RunInfo run, Report load, Report strict, List<Check> checks) implements Result {
    ServiceResult {
        checks = List.copyOf(checks);
    }

    /**
     * What a command said.
     *
     * @param command how it was called
     * @param table what it printed
     */
    record Report(String command, String table) {}
}
