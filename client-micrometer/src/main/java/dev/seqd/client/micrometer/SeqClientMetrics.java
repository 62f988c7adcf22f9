package dev.seqd.client.micrometer;

import dev.seqd.client.CacheState;
import dev.seqd.client.SeqClient;
import dev.seqd.client.SequenceStats;
import dev.seqd.core.Ticker;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * The figures of a {@link SeqClient} as Micrometer meters.
 *
 * <pre>{@code
 * new SeqClientMetrics(client).bindTo(registry);
 * }</pre>
 *
 * <p>Of all sequences together, always; counts never go down, whatever sequences come and go:
 *
 * <table>
 * <caption>Totals</caption>
 * <tr><th>Meter</th><th>Type and unit</th><th>What it is</th></tr>
 * <tr><td>{@code seqd.client.served}</td><td>counter, values</td><td>values that calls were given</td></tr>
 * <tr><td>{@code seqd.client.wait}</td><td>timer, seconds</td><td>calls that had to wait for the service, and how long they
 *     waited, whether they got their values or not</td></tr>
 * <tr><td>{@code seqd.client.refills}</td><td>counter; tag {@code outcome}: {@code granted}, {@code
 *     failed}</td><td>requests for a block</td></tr>
 * <tr><td>{@code seqd.client.refused}</td><td>counter, answers</td><td>answers that could not be believed; they are among the
 *     failed refills</td></tr>
 * <tr><td>{@code seqd.client.lost}</td><td>counter, values</td><td>values that were granted and given up: gaps</td></tr>
 * <tr><td>{@code seqd.client.cached}</td><td>gauge, values</td><td>values held for calls to come</td></tr>
 * <tr><td>{@code seqd.client.sequences}</td><td>gauge; tag {@code state}: {@code normal}, {@code degraded}, {@code
 *     empty}, {@code recovering}</td><td>how many sequences are in each {@link CacheState}</td></tr>
 * </table>
 *
 * <p>Of single sequences the same under {@code seqd.client.sequence.*} with the tag {@code sequence}: {@code served}, {@code
 * wait}, {@code refills}, {@code refused}, {@code lost}, {@code cached}; and {@code rate}, a gauge, the demand in values a
 * second; and {@code state}, a gauge for each state, 1 for the one that the sequence is in and 0 for the others, so that
 * {@code seqd_client_sequence_state{state="empty"} == 1} makes an alert. All are 0, but for the counts, when the client has
 * forgotten the sequence. The names differ from those of the totals so that a sum counts nothing twice.
 *
 * <p>Sequences get meters when they are first seen, those with the highest rate first, until there are as many as {@link
 * Builder#maxSequences} allows, and keep them for ever: 13 time series each, so 1,300 by default beside the 12 of the totals,
 * however many sequences there are.
 *
 * <p>A scrape reads the client once, and not within a second of the last time: {@link SeqClient#stats()}, which takes each
 * sequence's lock for a moment, outside of which any number of meters are read from that. The registry keeps the client in
 * memory. Thread-safe; may be bound to several registries. Two clients in one registry need {@link Builder#tags} to be told
 * apart, with the same keys for both.
 */
public final class SeqClientMetrics implements MeterBinder {
    private static final int DEFAULT_SEQUENCES = 100;
    private static final int MOST_SEQUENCES = 10_000;

    private final Tags tags;
    private final Snapshots snapshots;
    private final List<MeterRegistry> registries = new CopyOnWriteArrayList<>();

    /** The meters of {@code client}, of up to 100 single sequences, without further tags. */
    public SeqClientMetrics(SeqClient client) {
        this(builder(client));
    }

    private SeqClientMetrics(Builder builder) {
        this.tags = builder.tags;
        this.snapshots = new Snapshots(builder.source, builder.ticker, builder.maxSequences, this::show);
    }

    /** Settings for the meters of {@code client}. */
    public static Builder builder(SeqClient client) {
        return new Builder(client::stats);
    }

    static Builder builder(Supplier<List<SequenceStats>> source) {
        return new Builder(source);
    }

    /** Registers the totals at once, and the meters of single sequences as the sequences are seen. */
    @Override
    public void bindTo(MeterRegistry registry) {
        new TotalMeters(snapshots, tags).bindTo(registry);
        registries.add(registry);
        show(List.of(registry), snapshots.chosen());
        snapshots.get();
    }

    private void show(List<String> sequences) {
        show(registries, sequences);
    }

    private void show(List<MeterRegistry> where, List<String> sequences) {
        for (MeterRegistry registry : where) {
            sequences.forEach(name -> new SequenceMeters(snapshots, name, tags).bindTo(registry));
        }
    }

    /** Settings, all of them optional. Not thread-safe. */
    public static final class Builder {
        private final Supplier<List<SequenceStats>> source;
        private Tags tags = Tags.empty();
        private Ticker ticker = Ticker.system();
        private int maxSequences = DEFAULT_SEQUENCES;

        private Builder(Supplier<List<SequenceStats>> source) {
            this.source = source;
        }

        /**
         * How many single sequences get meters of their own at most.
         *
         * @param sequences from 0, for totals only, to 10,000; 100 by default
         * @throws IllegalArgumentException if it is out of its range
         */
        public Builder maxSequences(int sequences) {
            if (sequences < 0 || sequences > MOST_SEQUENCES) {
                throw new IllegalArgumentException(
                        "0 to " + MOST_SEQUENCES + " sequences get meters of their own, not " + sequences);
            }
            this.maxSequences = sequences;
            return this;
        }

        /** Tags of all meters, in place of those given before, such as the client's name. */
        public Builder tags(Iterable<Tag> all) {
            this.tags = Tags.of(all);
            return this;
        }

        /** Takes the place of the clock, for tests. */
        Builder ticker(Ticker other) {
            this.ticker = other;
            return this;
        }

        /** A binder, to be bound to a registry. */
        public SeqClientMetrics build() {
            return new SeqClientMetrics(this);
        }
    }
}
