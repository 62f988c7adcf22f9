package dev.seqd.client.micrometer;

import static dev.seqd.client.micrometer.FakeClient.full;
import static dev.seqd.client.micrometer.FakeClient.served;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.seqd.client.CacheState;
import dev.seqd.client.SeqClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.search.RequiredSearch;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SeqClientMetricsTest {
    private final FakeClient client = new FakeClient();
    private final MeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void totals_twoSequences_areTheirSums() {
        client.with(full("a", CacheState.NORMAL, 1)).with(full("b", CacheState.EMPTY, 10));
        bind(0);

        assertThat(counter("seqd.client.served")).isEqualTo(11);
        assertThat(total("seqd.client.wait").functionTimer().count()).isEqualTo(22);
        assertThat(total("seqd.client.wait").functionTimer().totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(16_500);
        assertThat(counter("seqd.client.refills", "outcome", "granted")).isEqualTo(33);
        assertThat(counter("seqd.client.refills", "outcome", "failed")).isEqualTo(44);
        assertThat(counter("seqd.client.refused")).isEqualTo(55);
        assertThat(gauge("seqd.client.cached")).isEqualTo(77);
        assertThat(counter("seqd.client.lost")).isEqualTo(88);
        assertThat(gauge("seqd.client.sequences", "state", "normal")).isEqualTo(1);
        assertThat(gauge("seqd.client.sequences", "state", "degraded")).isZero();
        assertThat(gauge("seqd.client.sequences", "state", "empty")).isEqualTo(1);
        assertThat(gauge("seqd.client.sequences", "state", "recovering")).isZero();
    }

    @Test
    void sequence_oneOfTwo_showsItsOwnFigures() {
        client.with(full("a", CacheState.NORMAL, 1)).with(full("b", CacheState.EMPTY, 10));
        bind(2);

        assertThat(counter("seqd.client.sequence.served", "sequence", "b")).isEqualTo(10);
        assertThat(total("seqd.client.sequence.wait", "sequence", "b")
                        .functionTimer()
                        .count())
                .isEqualTo(20);
        assertThat(total("seqd.client.sequence.wait", "sequence", "b")
                        .functionTimer()
                        .totalTime(TimeUnit.SECONDS))
                .isEqualTo(15);
        assertThat(counter("seqd.client.sequence.refills", "sequence", "b", "outcome", "granted"))
                .isEqualTo(30);
        assertThat(counter("seqd.client.sequence.refills", "sequence", "b", "outcome", "failed"))
                .isEqualTo(40);
        assertThat(counter("seqd.client.sequence.refused", "sequence", "b")).isEqualTo(50);
        assertThat(gauge("seqd.client.sequence.rate", "sequence", "b")).isEqualTo(65);
        assertThat(gauge("seqd.client.sequence.cached", "sequence", "b")).isEqualTo(70);
        assertThat(counter("seqd.client.sequence.lost", "sequence", "b")).isEqualTo(80);
        assertThat(gauge("seqd.client.sequence.state", "sequence", "b", "state", "empty"))
                .isEqualTo(1);
        assertThat(gauge("seqd.client.sequence.state", "sequence", "b", "state", "normal"))
                .isZero();
    }

    @Test
    void sequence_seenLater_getsItsMetersWithTheNextReading() {
        bind(5);
        client.with(served("late", 3));
        client.pass(Duration.ofSeconds(1));
        assertThat(registry.find("seqd.client.sequence.served").counters()).isEmpty();

        assertThat(counter("seqd.client.served")).isEqualTo(3);
        assertThat(counter("seqd.client.sequence.served", "sequence", "late")).isEqualTo(3);
    }

    @Test
    void sequence_forgottenAndCountedAnew_neverGoesDown() {
        client.with(full("a", CacheState.DEGRADED, 4));
        bind(5);
        client.forget("a");
        client.pass(Duration.ofSeconds(1));

        assertThat(counter("seqd.client.served")).isEqualTo(4);
        assertThat(counter("seqd.client.sequence.served", "sequence", "a")).isEqualTo(4);
        assertThat(gauge("seqd.client.sequence.cached", "sequence", "a")).isZero();
        assertThat(gauge("seqd.client.sequence.rate", "sequence", "a")).isZero();
        assertThat(gauge("seqd.client.sequence.state", "sequence", "a", "state", "degraded"))
                .isZero();

        client.with(served("a", 1));
        client.pass(Duration.ofSeconds(1));
        assertThat(counter("seqd.client.served")).isEqualTo(5);
        assertThat(counter("seqd.client.sequence.served", "sequence", "a")).isEqualTo(5);
    }

    @Test
    void bindTo_tenThousandSequences_registersAHundredAndReadsOnce() {
        client.withMany(10_000);
        SeqClientMetrics.builder(client).ticker(client).build().bindTo(registry);
        registry.forEachMeter(meter -> meter.measure().forEach(measurement -> measurement.getValue()));

        assertThat(client.readings()).isEqualTo(1);
        assertThat(registry.find("seqd.client.sequence.rate").gauges())
                .hasSize(100)
                .allSatisfy(gauge -> assertThat(gauge.value()).isGreaterThanOrEqualTo(9_900));
        assertThat(registry.getMeters()).hasSize(11 + 100 * 12);
        assertThat(counter("seqd.client.served")).isEqualTo(10_000);
    }

    @Test
    void bindTo_secondRegistry_getsAllMetersAndLaterOnes() {
        MeterRegistry second = new SimpleMeterRegistry();
        client.with(served("a", 1));
        SeqClientMetrics metrics = bind(5);
        metrics.bindTo(second);
        client.with(served("b", 1));
        client.pass(Duration.ofSeconds(1));
        counter("seqd.client.served");

        assertThat(second.getMeters()).hasSameSizeAs(registry.getMeters());
        assertThat(second.get("seqd.client.sequence.served")
                        .tag("sequence", "b")
                        .functionCounter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void bindTo_binderNotKept_staysAlive() {
        client.with(served("a", 7));
        bind(5);
        WeakReference<Object> canary = new WeakReference<>(new Object());
        while (canary.get() != null) {
            System.gc();
        }

        assertThat(counter("seqd.client.served")).isEqualTo(7);
        assertThat(counter("seqd.client.sequence.served", "sequence", "a")).isEqualTo(7);
    }

    @Test
    void tags_given_areOnAllMeters() {
        client.with(served("a", 1));
        SeqClientMetrics.builder(client)
                .ticker(client)
                .tags(Tags.of("client", "orders"))
                .build()
                .bindTo(registry);

        assertThat(registry.getMeters())
                .isNotEmpty()
                .allSatisfy(meter -> assertThat(meter.getId().getTag("client")).isEqualTo("orders"));
    }

    @Test
    void bindTo_realClient_readsItsStatistics() {
        try (SeqClient real = SeqClient.connect("http://127.0.0.1:1")) {
            new SeqClientMetrics(real).bindTo(registry);

            assertThat(counter("seqd.client.served")).isZero();
        }
    }

    @Test
    void maxSequences_outOfRange_isRefused() {
        SeqClientMetrics.Builder builder = SeqClientMetrics.builder(client);

        assertThatIllegalArgumentException().isThrownBy(() -> builder.maxSequences(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.maxSequences(10_001));
    }

    private SeqClientMetrics bind(int maxSequences) {
        SeqClientMetrics metrics = SeqClientMetrics.builder(client)
                .ticker(client)
                .maxSequences(maxSequences)
                .build();
        metrics.bindTo(registry);
        return metrics;
    }

    private RequiredSearch total(String name, String... tags) {
        return registry.get(name).tags(tags);
    }

    private double counter(String name, String... tags) {
        return total(name, tags).functionCounter().count();
    }

    private double gauge(String name, String... tags) {
        return total(name, tags).gauge().value();
    }
}
