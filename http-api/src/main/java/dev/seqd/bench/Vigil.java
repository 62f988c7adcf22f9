package dev.seqd.bench;

import dev.seqd.core.Ticker;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Lets a load run for a time, looks after it once a second and shows how it goes. */
final class Vigil {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Progress progress;
    private final Pause pause;
    private final Ticker ticker;

    Vigil(Progress progress, Pause pause, Ticker ticker) {
        this.progress = progress;
        this.pause = pause;
        this.ticker = ticker;
    }

    /**
     * Returns after the time has passed.
     *
     * @param calls how many calls have ended by now
     * @param check is run once a second and may throw
     */
    void keep(String phase, Duration time, LongSupplier calls, Runnable check) {
        long startNanos = ticker.nanos();
        long before = calls.getAsLong();
        Duration left = time;
        while (!left.isNegative() && !left.isZero()) {
            pause.of(left.compareTo(SECOND) < 0 ? left : SECOND);
            check.run();
            long now = calls.getAsLong();
            Duration elapsed = Duration.ofNanos(ticker.nanos() - startNanos);
            progress.state(phase + " " + elapsed.toSeconds() + " of " + time.toSeconds() + " s, "
                    + Units.count(now - before) + " calls in the last second");
            before = now;
            left = time.minus(elapsed);
        }
    }
}
