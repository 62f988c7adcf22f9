package dev.seqd.command;

import java.time.Duration;
import java.util.Optional;

/**
 * When a node that has ended is started again: after a second, and while it dies young after twice as long each time. Who
 * dies young too often in a row cannot start, and is given up. Not thread-safe.
 */
final class RestartPolicy {
    /** Longer than a node takes to find out that it cannot join. */
    static final Duration YOUNG = Duration.ofMinutes(3);

    static final int MOST_YOUNG_ENDS = 5;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    private int youngEnds;

    /** The pause before the next start of a node that ended after it had lived for a while; empty to give it up. */
    Optional<Duration> afterEnd(Duration lived) {
        youngEnds = lived.compareTo(YOUNG) < 0 ? youngEnds + 1 : 0;
        return youngEnds > MOST_YOUNG_ENDS
                ? Optional.empty()
                : Optional.of(FIRST_PAUSE.multipliedBy(1L << Math.max(0, youngEnds - 1)));
    }
}
