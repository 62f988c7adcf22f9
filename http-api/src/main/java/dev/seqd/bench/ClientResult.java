package dev.seqd.bench;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * What one client process reports at its end. The values themselves are in its histories.
 *
 * @param warmUp its calls before the measurement
 * @param measured its calls during the measurement
 * @param effort what the measurement took
 * @param recorded how many values its histories hold
 * @param orderViolations values out of order between its threads
 * @param faults the first of these
 */
record ClientResult(
        Calls warmUp, Calls measured, Effort effort, long recorded, long orderViolations, List<Fault> faults) {
    ClientResult {
        faults = List.copyOf(faults);
    }

    /**
     * The calls of one phase.
     *
     * @param issued those that returned a value
     * @param local those that did so without waiting
     * @param hottest values of the one sequence from which the most were got
     * @param latency the durations of all, an HdrHistogram in base64
     * @param failures failed calls by code
     * @param samples for each code the text of the first
     */
    record Calls(
            long issued,
            long local,
            long hottest,
            String latency,
            Map<String, Long> failures,
            Map<String, String> samples) {
        Calls {
            failures = Map.copyOf(failures);
            samples = Map.copyOf(samples);
        }

        static Calls of(CallStats stats) {
            return new Calls(
                    stats.issued(),
                    stats.local(),
                    stats.hottest(),
                    encode(stats.latency()),
                    stats.failures(),
                    stats.samples());
        }

        private static String encode(Histogram latency) {
            ByteBuffer bytes = ByteBuffer.allocate(latency.getNeededByteBufferCapacity());
            int length = latency.encodeIntoCompressedByteBuffer(bytes);
            return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
        }

        Histogram histogram() {
            try {
                return Histogram.decodeFromCompressedByteBuffer(
                        ByteBuffer.wrap(Base64.getDecoder().decode(latency)), 0);
            } catch (DataFormatException e) {
                throw new BenchException("a client's latencies cannot be read", e);
            }
        }
    }
}
