package dev.seqd.core;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a sequence's owner asks of the sizes that its holders keep ready, instead of the server's configuration. It never
 * changes a value. What is null is left to the configuration.
 *
 * @param bufferSeconds how long what is held must last before more is asked for, from 1 to 86,400
 * @param minThreshold more is asked for when fewer values are held, at least 1
 * @param blockMax the most values that one request gets, at least 1
 * @param clientMax the most values that a client gets at once, at least 1
 * @param nodeMax the most values that a node's lease holds, at least 1
 * @param reserveMax the most values that the reserve holds, at least 1
 */
public record Sizing(
        @Nullable Long bufferSeconds,
        @Nullable Long minThreshold,
        @Nullable Long blockMax,
        @Nullable Long clientMax,
        @Nullable Long nodeMax,
        @Nullable Long reserveMax) {
    /** Everything left to the configuration. */
    public static final Sizing CONFIGURED = new Sizing(null, null, null, null, null, null);

    private static final long LONGEST_BUFFER = 86_400;

    /**
     * Checks the ranges.
     *
     * @throws SeqdException {@code invalid-definition}, naming the field
     */
    public Sizing {
        require("bufferSeconds", bufferSeconds, LONGEST_BUFFER);
        require("minThreshold", minThreshold, Long.MAX_VALUE);
        require("blockMax", blockMax, Long.MAX_VALUE);
        require("clientMax", clientMax, Long.MAX_VALUE);
        require("nodeMax", nodeMax, Long.MAX_VALUE);
        require("reserveMax", reserveMax, Long.MAX_VALUE);
    }

    private static void require(String field, @Nullable Long value, long most) {
        if (value != null && (value < 1 || value > most)) {
            String range = most == Long.MAX_VALUE ? "at least 1" : "from 1 to " + most;
            throw new SeqdException(
                    SeqdError.INVALID_DEFINITION, "'sizing." + field + "' must be " + range + ", not " + value);
        }
    }

    /** A refill policy of the configuration, as this sizing changes it; {@code max} is the limit that applies to it. */
    public RefillPolicy applyTo(RefillPolicy configured, @Nullable Long max) {
        long most = max == null ? configured.max() : Math.min(max, configured.max());
        long least = Math.min(most, minThreshold == null ? configured.min() : doubled(minThreshold));
        Duration buffer = bufferSeconds == null ? configured.buffer() : Duration.ofSeconds(bufferSeconds);
        Duration target = bufferSeconds == null ? configured.target() : buffer.multipliedBy(2);
        return new RefillPolicy(least, most, buffer, target);
    }

    /** A policy asks for more when half of its least amount is left. */
    private static long doubled(long threshold) {
        return threshold > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : threshold * 2;
    }
}
