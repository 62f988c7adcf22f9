package dev.seqd.client.micrometer;

import static dev.seqd.client.micrometer.FakeClient.full;
import static dev.seqd.client.micrometer.FakeClient.served;
import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.client.CacheState;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a Prometheus sees. */
class PrometheusTest {
    private final FakeClient client = new FakeClient();
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    @Test
    void scrape_oneSequence_hasAllNamesAndValues() {
        client.with(full("s", CacheState.DEGRADED, 2));
        bind(1);

        assertThat(samples())
                .containsExactlyInAnyOrder(
                        "seqd_client_served_values_total 2.0",
                        "seqd_client_wait_seconds_count 4",
                        "seqd_client_wait_seconds_sum 3.0",
                        "seqd_client_refills_total{outcome=\"granted\"} 6.0",
                        "seqd_client_refills_total{outcome=\"failed\"} 8.0",
                        "seqd_client_refused_answers_total 10.0",
                        "seqd_client_lost_values_total 16.0",
                        "seqd_client_cached_values 14.0",
                        "seqd_client_sequences{state=\"normal\"} 0.0",
                        "seqd_client_sequences{state=\"degraded\"} 1.0",
                        "seqd_client_sequences{state=\"empty\"} 0.0",
                        "seqd_client_sequences{state=\"recovering\"} 0.0",
                        "seqd_client_sequence_served_values_total{sequence=\"s\"} 2.0",
                        "seqd_client_sequence_wait_seconds_count{sequence=\"s\"} 4",
                        "seqd_client_sequence_wait_seconds_sum{sequence=\"s\"} 3.0",
                        "seqd_client_sequence_refills_total{outcome=\"granted\",sequence=\"s\"} 6.0",
                        "seqd_client_sequence_refills_total{outcome=\"failed\",sequence=\"s\"} 8.0",
                        "seqd_client_sequence_refused_answers_total{sequence=\"s\"} 10.0",
                        "seqd_client_sequence_lost_values_total{sequence=\"s\"} 16.0",
                        "seqd_client_sequence_cached_values{sequence=\"s\"} 14.0",
                        "seqd_client_sequence_rate{sequence=\"s\"} 13.0",
                        "seqd_client_sequence_state{sequence=\"s\",state=\"normal\"} 0.0",
                        "seqd_client_sequence_state{sequence=\"s\",state=\"degraded\"} 1.0",
                        "seqd_client_sequence_state{sequence=\"s\",state=\"empty\"} 0.0",
                        "seqd_client_sequence_state{sequence=\"s\",state=\"recovering\"} 0.0");
    }

    @Test
    void scrape_tenThousandSequences_isBoundedAndReadsOnce() {
        bind(100);
        client.withMany(10_000);
        client.pass(Duration.ofSeconds(1));
        registry.scrape();
        int before = client.readings();
        client.pass(Duration.ofSeconds(1));

        assertThat(samples()).hasSize(12 + 100 * 13);
        assertThat(client.readings()).isEqualTo(before + 1);
    }

    /** New meters come up in the middle of a scrape, as it reads the client. */
    @Test
    void scrape_sequenceSeenByIt_isThereInTheNext() {
        bind(100);
        client.with(served("late", 9));
        client.pass(Duration.ofSeconds(1));
        registry.scrape();

        assertThat(samples()).contains("seqd_client_sequence_served_values_total{sequence=\"late\"} 9.0");
    }

    private void bind(int maxSequences) {
        SeqClientMetrics.builder(client)
                .ticker(client)
                .maxSequences(maxSequences)
                .build()
                .bindTo(registry);
    }

    private List<String> samples() {
        return registry.scrape().lines().filter(line -> !line.startsWith("#")).toList();
    }
}
