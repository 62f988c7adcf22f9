package dev.seqd.benchmarks;

import java.util.List;

/**
 * What the part {@code stalls} found.
 *
 * @param run where and when
 * @param steady loads that stay the same
 * @param bursts loads that come all at once, again and again
 * @param checks the judgement
 */
record StallsResult(RunInfo run, List<Steady> steady, List<Burst> bursts, List<Check> checks) implements Result {
    StallsResult {
        steady = List.copyOf(steady);
        bursts = List.copyOf(bursts);
        checks = List.copyOf(checks);
    }

    /** Nanoseconds. */
    record Latency(long p50, long p99, long p999, long max) {}

    /**
     * Calls of one subject.
     *
     * @param calls how many
     * @param stalled how many took over a millisecond
     * @param duration from a call's begin to its end
     * @param late how many ended over a millisecond after they were due
     * @param response from when a call was due to its end
     */
    record Calls(long calls, long stalled, Latency duration, long late, Latency response) {
        double stalledPerMillion() {
            return perMillion(stalled);
        }

        double latePerMillion() {
            return perMillion(late);
        }

        private double perMillion(long count) {
            return calls == 0 ? 0 : count * 1e6 / calls;
        }
    }

    /**
     * A load that stays the same.
     *
     * @param rate calls of seqd that were due in a second
     * @param reached calls of seqd that were made in a second
     * @param seqd its calls
     * @param reference the AtomicLong's calls, each half a period after one of seqd's
     * @param alone an AtomicLong's calls where a second one stood in for seqd
     */
    record Steady(long rate, double reached, Calls seqd, Calls reference, Calls alone) {
        /** What seqd adds to what happens to an AtomicLong. */
        double addedPerMillion() {
            return seqd.stalledPerMillion() - reference.stalledPerMillion();
        }
    }

    /**
     * A load that comes all at once.
     *
     * @param size calls in a burst
     * @param bursts how many bursts there were
     * @param firstMillis how long the very first burst took
     * @param laterMillis the mean of all others
     * @param first calls of the first burst, of a client that has never been called
     * @param later calls of all others
     * @param reference the AtomicLong's calls, in bursts between those of seqd, without the first
     */
    record Burst(
            int size, int bursts, double firstMillis, double laterMillis, Calls first, Calls later, Calls reference) {
        /** What seqd adds to what happens to an AtomicLong, after the first burst. */
        double addedPerMillion() {
            return later.stalledPerMillion() - reference.stalledPerMillion();
        }
    }
}
