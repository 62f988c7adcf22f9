package dev.seqd.client.micrometer;

import dev.seqd.client.CacheState;
import dev.seqd.client.micrometer.Meters.Title;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;

/** The meters of all sequences together. */
final class TotalMeters implements MeterBinder {
    private final Snapshots snapshots;
    private final Tags tags;

    TotalMeters(Snapshots snapshots, Tags tags) {
        this.snapshots = snapshots;
        this.tags = tags;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Meters<Snapshot> meters = new Meters<>(registry, "seqd.client.", tags, snapshots::get);
        meters.counts(Snapshot::total);
        meters.gauge(new Title("cached", "values", "Values held for calls to come"), Snapshot::cached);
        Title sequences = new Title("sequences", "", "Sequences by the state of their caches");
        for (CacheState state : CacheState.values()) {
            meters.tagged("state", tag(state)).gauge(sequences, snapshot -> snapshot.in(state));
        }
    }

    /** A state as the value of a tag. */
    static String tag(CacheState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
