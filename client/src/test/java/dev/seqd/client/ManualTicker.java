package dev.seqd.client;

import dev.seqd.core.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that only the test moves. It begins where a monotonic clock may be, a little before it wraps. */
final class ManualTicker implements Ticker {
    private final AtomicLong nanos =
            new AtomicLong(Long.MAX_VALUE - Duration.ofSeconds(3).toNanos());

    @Override
    public long nanos() {
        return nanos.get();
    }

    void advance(Duration by) {
        nanos.addAndGet(by.toNanos());
    }
}
