package dev.seqd.allocator;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * The {@code seqd.counter.stand-in} section.
 *
 * @param patience how long an owner may be silent before a node stands in for it
 * @param max how many owners one node stands in for at a time, at least 0
 * @param perSecond how many more it may begin to stand in for within a second, at least 1
 * @param counter what a stand-in obeys as a Counter: the owner's settings with smaller sizes
 */
record StandInSettings(Duration patience, int max, int perSecond, CounterSettings counter) {
    static StandInSettings of(Config root) {
        CounterSettings owner = CounterSettings.of(root);
        long blockMax = Settings.atLeast(root, "seqd.counter.stand-in.block-max", 1);
        CounterSettings counter = new CounterSettings(
                Settings.refillPolicy(root, "seqd.counter.stand-in.reserve"),
                Math.min(owner.blockMax(), blockMax),
                owner.maxWaiting(),
                owner.maxWait(),
                owner.recallTimeout(),
                owner.maxHealing(),
                owner.minBackoff(),
                owner.maxBackoff());
        return new StandInSettings(
                Settings.positive(root, "seqd.counter.stand-in.patience"),
                (int) Math.min(Integer.MAX_VALUE, Settings.atLeast(root, "seqd.counter.stand-in.max", 0)),
                (int) Math.min(Integer.MAX_VALUE, Settings.atLeast(root, "seqd.counter.stand-in.per-second", 1)),
                counter);
    }
}
