package dev.seqd.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MetricsTextTest {
    @Test
    void counter_plainSample_isRead() {
        MetricsText metrics = MetricsText.parse("""
                # HELP seqd_journal_writes_total Raises of a mark that were journaled
                # TYPE seqd_journal_writes_total counter
                seqd_journal_writes_total 1234.0
                """);

        assertThat(metrics.counter("seqd_journal_writes_total")).isEqualTo(1234);
    }

    @Test
    void counter_severalLabelSets_areAddedUp() {
        MetricsText metrics =
                MetricsText.parse("grants_total{tier=\"node\"} 10\ngrants_total{tier=\"client\",} 5\ngrants 7\n");

        assertThat(metrics.counter("grants_total")).isEqualTo(15);
        assertThat(metrics.counter("grants")).isEqualTo(7);
    }

    @Test
    void counter_exponentTimestampAndExemplar_areRead() {
        MetricsText metrics = MetricsText.parse(
                "a_total 1.2345678E7\nb_total 3 1395066363000\nc_total{x=\"y\"} 4 # {trace=\"1\"} 1 12.3\n");

        assertThat(metrics.counter("a_total")).isEqualTo(12_345_678);
        assertThat(metrics.counter("b_total")).isEqualTo(3);
        assertThat(metrics.counter("c_total")).isEqualTo(4);
    }

    @Test
    void counter_labelsWithBracesAndQuotes_endWhereTheyShould() {
        MetricsText metrics = MetricsText.parse("a_total{path=\"/v1/{name}\",text=\"a \\\"b\\\" } c\"} 9\n");

        assertThat(metrics.counter("a_total")).isEqualTo(9);
    }

    @Test
    void parse_infinitiesAndNaN_doNoHarm() {
        MetricsText metrics = MetricsText.parse("bucket{le=\"+Inf\"} +Inf\nlow -Inf\nodd NaN\na_total 1\n\n# EOF");

        assertThat(metrics.counter("a_total")).isEqualTo(1);
    }

    @Test
    void counter_missing_isNotZero() {
        assertThatThrownBy(() -> MetricsText.parse("a_total 1").counter("b_total"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("b_total");
    }

    @Test
    void parse_somethingElse_isRefused() {
        assertThatThrownBy(() -> MetricsText.parse("<html><body>hello</body></html>"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MetricsText.parse("a_total{x=\"y 1")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MetricsText.parse("a_total")).isInstanceOf(IllegalArgumentException.class);
    }
}
