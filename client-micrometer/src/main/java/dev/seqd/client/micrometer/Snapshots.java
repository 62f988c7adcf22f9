package dev.seqd.client.micrometer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.seqd.client.SequenceStats;
import dev.seqd.client.micrometer.Snapshot.Shown;
import dev.seqd.core.Ticker;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the client at most once a second, however many meters ask, and chooses which sequences get meters of their own: when
 * there is room, those with the highest rate among the ones not chosen yet. A choice is for ever, so that there are never
 * more than {@code max}. Thread-safe.
 */
final class Snapshots {
    static final int MEMORY = 100_000;

    private static final long MAX_AGE_NANOS = Duration.ofSeconds(1).toNanos();

    private final Supplier<List<SequenceStats>> source;
    private final Ticker ticker;
    private final int max;
    private final Consumer<List<String>> onChosen;

    @GuardedBy("this")
    private final Ledger ledger = new Ledger(MEMORY);

    @GuardedBy("this")
    private final Map<String, Figures> chosen = new LinkedHashMap<>();

    @GuardedBy("this")
    private long takenNanos;

    @GuardedBy("this")
    private @Nullable Snapshot latest;

    /**
     * Reads {@code source}.
     *
     * @param max how many sequences are chosen at most
     * @param onChosen is told the names of those that were chosen, each once, without any lock held
     */
    Snapshots(Supplier<List<SequenceStats>> source, Ticker ticker, int max, Consumer<List<String>> onChosen) {
        this.source = source;
        this.ticker = ticker;
        this.max = max;
        this.onChosen = onChosen;
    }

    /** The latest reading, not older than a second. */
    Snapshot get() {
        Snapshot snapshot;
        List<String> fresh = List.of();
        synchronized (this) {
            snapshot = latest;
            long nowNanos = ticker.nanos();
            if (snapshot == null || nowNanos - takenNanos >= MAX_AGE_NANOS) {
                List<SequenceStats> reading = source.get();
                fresh = choose(reading);
                snapshot = book(reading);
                latest = snapshot;
                takenNanos = nowNanos;
            }
        }
        if (!fresh.isEmpty()) {
            onChosen.accept(fresh);
        }
        return snapshot;
    }

    /** The names of the sequences that were chosen so far. */
    synchronized List<String> chosen() {
        return List.copyOf(chosen.keySet());
    }

    @GuardedBy("this")
    private List<String> choose(List<SequenceStats> reading) {
        Map<String, Figures> all = chosen;
        if (all.size() >= max) {
            return List.of();
        }
        List<String> fresh = reading.stream()
                .filter(stats -> !all.containsKey(stats.sequence()))
                .sorted(Comparator.comparingDouble(SequenceStats::ratePerSecond).reversed())
                .limit(max - all.size())
                .map(SequenceStats::sequence)
                .toList();
        fresh.forEach(name -> all.put(name, Figures.NONE));
        return fresh;
    }

    @GuardedBy("this")
    private Snapshot book(List<SequenceStats> reading) {
        Map<String, Figures> added = ledger.book(reading);
        Map<String, SequenceStats> current = new HashMap<>();
        long cached = 0;
        for (SequenceStats stats : reading) {
            cached += stats.cached();
            if (chosen.containsKey(stats.sequence())) {
                current.put(stats.sequence(), stats);
            }
        }
        Map<String, Shown> shown = new HashMap<>();
        chosen.replaceAll((name, figures) -> figures.plus(added.getOrDefault(name, Figures.NONE)));
        chosen.forEach((name, figures) -> shown.put(name, new Shown(figures, current.get(name))));
        return new Snapshot(ledger.total(), cached, Snapshot.countStates(reading), shown);
    }
}
