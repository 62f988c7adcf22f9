package dev.seqd.http;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import dev.seqd.allocator.Settings;
import dev.seqd.core.RefillPolicy;
import java.time.Duration;

/**
 * The {@code seqd.http} and {@code seqd.node} sections.
 *
 * @param host the address to listen on
 * @param port the port to listen on, 0 to 65535; 0 takes a free one
 * @param endpoint where others reach this node, empty for host and port
 * @param maxWait how long a request waits for values at most
 * @param maxWaiting how many requests may wait for one counter
 * @param lease when and how far a lease is filled
 * @param minBackoff the first pause after a failed renewal, from a millisecond to an hour
 * @param maxBackoff the longest such pause, from {@code minBackoff} to an hour
 * @param idle when an unused counter leaves the cache
 * @param limit how many counters the cache holds; those unused for longest leave it
 * @param connections how long a connection may keep the server busy
 */
record HttpSettings(
        String host,
        int port,
        String endpoint,
        Duration maxWait,
        int maxWaiting,
        RefillPolicy lease,
        Duration minBackoff,
        Duration maxBackoff,
        Duration idle,
        int limit,
        ConnectionLimits connections) {
    private static final Duration SHORTEST_BACKOFF = Duration.ofMillis(1);
    private static final Duration LONGEST_BACKOFF = Duration.ofHours(1);

    /** What the leases of a node may take of its heap, and what one takes, rather too much. */
    private static final int PERCENT_OF_HEAP = 15;

    private static final int BYTES_OF_LEASE = 4_000;

    /**
     * Reads the sections.
     *
     * @throws ConfigException naming the path of a missing or bad value
     */
    public static HttpSettings of(Config root) {
        Config http = root.getConfig("seqd.http");
        Duration minBackoff = backoff(root, "min");
        Duration maxBackoff = backoff(root, "max");
        Settings.requireOrder(root, "seqd.node.retry-backoff", minBackoff, maxBackoff);
        return new HttpSettings(
                http.getString("host"),
                Settings.port(root, "seqd.http.port"),
                http.getString("endpoint"),
                Settings.positive(root, "seqd.http.max-wait"),
                (int) Math.min(Integer.MAX_VALUE, Settings.atLeast(root, "seqd.http.max-waiting", 1)),
                Settings.refillPolicy(root, "seqd.node.lease"),
                minBackoff,
                maxBackoff,
                Settings.positive(root, "seqd.node.idle"),
                Settings.limit(root, "seqd.node.limit", PERCENT_OF_HEAP, BYTES_OF_LEASE),
                ConnectionLimits.of(root));
    }

    private static Duration backoff(Config root, String which) {
        return Settings.between(root, "seqd.node.retry-backoff." + which, SHORTEST_BACKOFF, LONGEST_BACKOFF);
    }
}
