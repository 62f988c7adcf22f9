package dev.seqd.bench;

import dev.seqd.core.Ticker;
import java.time.Duration;

/**
 * What a measurement took in one client process.
 *
 * @param seconds how long it was
 * @param cpuSeconds processor time that the process used
 * @param punctuality how well the process kept its schedule
 */
record Effort(double seconds, double cpuSeconds, Pacer.Punctuality punctuality) {
    /** Runs from its making; reads this process. */
    static final class Meter {
        private final Ticker ticker;
        private final long startNanos;
        private final double startCpuSeconds = cpuSeconds();

        Meter(Ticker ticker) {
            this.ticker = ticker;
            this.startNanos = ticker.nanos();
        }

        Effort read(Pacer.Punctuality punctuality) {
            double seconds = (ticker.nanos() - startNanos) / 1e9;
            return new Effort(seconds, cpuSeconds() - startCpuSeconds, punctuality);
        }

        /** Where the system does not tell, 0. */
        private static double cpuSeconds() {
            Duration used = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
            return used.toMillis() / 1000.0;
        }
    }
}
