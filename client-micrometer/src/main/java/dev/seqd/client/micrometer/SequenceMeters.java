package dev.seqd.client.micrometer;

import dev.seqd.client.CacheState;
import dev.seqd.client.micrometer.Meters.Title;
import dev.seqd.client.micrometer.Snapshot.Shown;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

/** The meters of one sequence. */
final class SequenceMeters implements MeterBinder {
    private final Snapshots snapshots;
    private final String sequence;
    private final Tags tags;

    SequenceMeters(Snapshots snapshots, String sequence, Tags tags) {
        this.snapshots = snapshots;
        this.sequence = sequence;
        this.tags = tags.and("sequence", sequence);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Meters<Shown> meters = new Meters<>(registry, "seqd.client.sequence.", tags, this::shown);
        meters.counts(Shown::figures);
        meters.gauge(new Title("cached", "values", "Values held for calls to come"), Shown::cached);
        meters.gauge(new Title("rate", "", "Demand, in values a second"), Shown::ratePerSecond);
        Title state = new Title("state", "", "1 for the state that the cache is in, 0 for the others");
        for (CacheState each : CacheState.values()) {
            meters.tagged("state", TotalMeters.tag(each)).gauge(state, shown -> shown.is(each));
        }
    }

    private Shown shown() {
        return snapshots.get().of(sequence);
    }
}
