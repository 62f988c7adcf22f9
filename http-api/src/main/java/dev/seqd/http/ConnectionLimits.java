package dev.seqd.http;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import dev.seqd.allocator.Settings;
import java.time.Duration;

/**
 * How long a connection may keep the server busy.
 *
 * @param request from the first byte of a request to the first of its answer, from a second to an hour
 * @param answer until the caller's system has taken an answer, or has room for the rest of it, from a second to an hour
 */
record ConnectionLimits(Duration request, Duration answer) {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofHours(1);

    /**
     * Reads them from {@code seqd.http}.
     *
     * @throws ConfigException naming the path of a missing or bad value
     */
    static ConnectionLimits of(Config root) {
        return new ConnectionLimits(
                Settings.between(root, "seqd.http.max-request-time", SHORTEST, LONGEST),
                Settings.between(root, "seqd.http.max-answer-time", SHORTEST, LONGEST));
    }
}
