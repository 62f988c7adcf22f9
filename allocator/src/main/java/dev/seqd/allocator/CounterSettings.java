package dev.seqd.allocator;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import dev.seqd.core.RefillPolicy;
import java.time.Duration;

/**
 * The {@code seqd.counter} section.
 *
 * @param reserve when and how far the reserve is filled
 * @param blockMax the most values one request gets, at least 1
 * @param maxWaiting the most requests that wait for one counter's next raise, at least 1
 * @param maxWait how long a request waits at most
 * @param recallTimeout how long a change waits for nodes to give back what they hold
 * @param maxHealing how many steps a counter may be moved within an hour on a caller's word, at least 0
 * @param minBackoff the first pause before a failed journal is recovered again
 * @param maxBackoff the longest such pause
 */
record CounterSettings(
        RefillPolicy reserve,
        long blockMax,
        int maxWaiting,
        Duration maxWait,
        Duration recallTimeout,
        long maxHealing,
        Duration minBackoff,
        Duration maxBackoff) {
    static CounterSettings of(Config root) {
        Duration minBackoff = Settings.positive(root, "seqd.counter.restart-backoff.min");
        Duration maxBackoff = Settings.positive(root, "seqd.counter.restart-backoff.max");
        if (maxBackoff.compareTo(minBackoff) < 0) {
            throw new ConfigException.BadValue(
                    root.origin(), "seqd.counter.restart-backoff", "min must not be more than max");
        }
        return new CounterSettings(
                Settings.refillPolicy(root, "seqd.counter.reserve"),
                Settings.atLeast(root, "seqd.counter.block-max", 1),
                (int) Math.min(Integer.MAX_VALUE, Settings.atLeast(root, "seqd.counter.max-waiting", 1)),
                Settings.positive(root, "seqd.counter.max-wait"),
                Settings.positive(root, "seqd.counter.recall-timeout"),
                Settings.atLeast(root, "seqd.counter.max-healing", 0),
                minBackoff,
                maxBackoff);
    }
}
