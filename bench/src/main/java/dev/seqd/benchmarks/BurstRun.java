package dev.seqd.benchmarks;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * One thread that sleeps, and then calls many times as fast as it can; seqd and an AtomicLong by turns. Each call is timed by
 * itself, and its successor follows at once: all of a burst is due when it begins. Confined to one thread.
 */
final class BurstRun {
    /** From the begin of one of seqd's bursts to that of the next. */
    static final Duration INTERVAL = Duration.ofSeconds(3);

    private static final double MILLI_NANOS = 1e6;

    private final LongSupplier seqd;
    private final LongSupplier reference;
    private final int size;

    BurstRun(LongSupplier seqd, LongSupplier reference, int size) {
        this.seqd = seqd;
        this.reference = reference;
        this.size = size;
    }

    StallsResult.Burst run(int bursts) {
        Lane first = new Lane();
        Lane later = new Lane();
        Lane referenceLater = new Lane();
        double firstMillis = 0;
        double laterMillis = 0;
        long start = System.nanoTime();
        for (int i = 0; i < bursts; i++) {
            Pause.until(start + i * INTERVAL.toNanos());
            double millis = burst(seqd, i == 0 ? first : later);
            firstMillis = i == 0 ? millis : firstMillis;
            laterMillis += i == 0 ? 0 : millis;
            Pause.until(start + i * INTERVAL.toNanos() + INTERVAL.toNanos() / 2);
            burst(reference, i == 0 ? new Lane() : referenceLater);
        }
        return new StallsResult.Burst(
                size,
                bursts,
                firstMillis,
                laterMillis / Math.max(1, bursts - 1),
                first.figures(),
                later.figures(),
                referenceLater.figures());
    }

    private double burst(LongSupplier subject, Lane lane) {
        long start = System.nanoTime();
        for (int i = 0; i < size; i++) {
            long begin = System.nanoTime();
            Sink.consume(subject.getAsLong());
            lane.note(begin, begin, System.nanoTime());
        }
        return (System.nanoTime() - start) / MILLI_NANOS;
    }
}
