package dev.seqd.benchmarks;

import java.util.List;

/**
 * What the part {@code hotpath} found.
 *
 * @param run where and when
 * @param paired processor time a call, by pairs of rounds
 * @param jmh time a call as JMH measures it, for each subject and number of threads
 * @param fullSpeed what calls at full speed cost besides
 * @param checks the judgement
 */
record HotPathResult(RunInfo run, List<Paired> paired, List<Jmh> jmh, List<FullSpeed> fullSpeed, List<Check> checks)
        implements Result {
    HotPathResult {
        paired = List.copyOf(paired);
        jmh = List.copyOf(jmh);
        fullSpeed = List.copyOf(fullSpeed);
        checks = List.copyOf(checks);
    }

    /**
     * One comparison.
     *
     * @param ratio the median over all pairs of subject / reference
     * @param low the lower quartile
     * @param high the upper quartile
     * @param subjectNanos the median of the subject's processor time a call
     * @param referenceNanos the median of the reference's
     */
    record Paired(
            String subject,
            String reference,
            int threads,
            int pairs,
            double ratio,
            double low,
            double high,
            double subjectNanos,
            double referenceNanos) {}

    /**
     * One of JMH's scores.
     *
     * @param nanos elapsed time a call of one of the threads
     * @param error half of the 99.9 % confidence interval
     */
    record Jmh(String subject, int threads, double nanos, double error) {}

    /**
     * Calls as fast as they go, refills included.
     *
     * @param callsPerSecond by all threads
     * @param callerBytes allocated by the calling threads for each call
     * @param otherBytes allocated by all other threads for each call
     * @param valuesPerGrant mean size of the blocks that the node granted
     */
    record FullSpeed(
            int threads,
            double seconds,
            double callsPerSecond,
            double callerBytes,
            double otherBytes,
            long grants,
            double valuesPerGrant) {
        double bytes() {
            return callerBytes + otherBytes;
        }

        /** For how long one grant lasts. */
        double secondsPerGrant() {
            return valuesPerGrant / callsPerSecond;
        }
    }
}
