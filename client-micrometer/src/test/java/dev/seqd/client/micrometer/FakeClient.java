package dev.seqd.client.micrometer;

import dev.seqd.client.CacheState;
import dev.seqd.client.SequenceStats;
import dev.seqd.core.Ticker;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** A client that reports what the test says, and its clock. */
final class FakeClient implements Supplier<List<SequenceStats>>, Ticker {
    private final Map<String, SequenceStats> sequences = new LinkedHashMap<>();
    private long nanos = Long.MAX_VALUE - 1;
    private int readings;

    /** A sequence that has served some values. */
    static SequenceStats served(String name, long served) {
        return served(name, served, 0);
    }

    static SequenceStats served(String name, long served, double rate) {
        return new SequenceStats(name, CacheState.NORMAL, served, 0, Duration.ZERO, 0, 0, 0, rate, 0, 0);
    }

    /** A sequence of which every figure is another multiple of {@code unit}. */
    static SequenceStats full(String name, CacheState state, long unit) {
        Duration waited = Duration.ofMillis(unit * 1500);
        return new SequenceStats(
                name, state, unit, unit * 2, waited, unit * 3, unit * 4, unit * 5, unit * 6.5, unit * 7, unit * 8);
    }

    FakeClient with(SequenceStats stats) {
        sequences.put(stats.sequence(), stats);
        return this;
    }

    /** Many sequences, the last ones with the highest rate. */
    FakeClient withMany(int count) {
        IntStream.range(0, count).forEach(i -> with(served("s" + i, 1, i)));
        return this;
    }

    void forget(String name) {
        sequences.remove(name);
    }

    void pass(Duration time) {
        nanos += time.toNanos();
    }

    int readings() {
        return readings;
    }

    @Override
    public List<SequenceStats> get() {
        readings++;
        return List.copyOf(sequences.values());
    }

    @Override
    public long nanos() {
        return nanos;
    }
}
