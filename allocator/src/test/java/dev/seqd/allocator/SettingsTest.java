package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
    private static Config with(String setting) {
        return ConfigFactory.parseString(setting)
                .withFallback(ConfigFactory.defaultReferenceUnresolved())
                .resolve();
    }

    @Test
    void of_defaults_areAccepted() {
        assertThat(CounterSettings.of(with("")).maxWaiting()).isEqualTo(1000);
        assertThat(ClusterSettings.of(with("")).seedNodes()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "seqd.counter.reserve; seqd.counter.reserve.min = 0",
                "seqd.counter.reserve; seqd.counter.reserve.max = 1",
                "seqd.counter.reserve; seqd.counter.reserve.target = 1s",
                "seqd.counter.reserve; seqd.counter.reserve.buffer = 0s",
                "seqd.counter.reserve.min; seqd.counter.reserve.min = many",
                "seqd.counter.block-max; seqd.counter.block-max = 0",
                "seqd.counter.max-waiting; seqd.counter.max-waiting = 0",
                "seqd.counter.max-wait; seqd.counter.max-wait = 0s",
                "seqd.counter.max-wait; seqd.counter.max-wait = -1s",
                "seqd.counter.max-wait; seqd.counter.max-wait = soon",
                "seqd.counter.max-healing; seqd.counter.max-healing = -1",
                "seqd.counter.max-healing; seqd.counter.max-healing = 1.5",
                "seqd.counter.restart-backoff.min; seqd.counter.restart-backoff.min = 0s",
                "seqd.counter.restart-backoff; seqd.counter.restart-backoff.min = 1h",
            })
    void of_badCounterSetting_isRefusedWithItsKey(String key, String setting) {
        assertThatThrownBy(() -> CounterSettings.of(with(setting)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "seqd.cluster.join-timeout; seqd.cluster.join-timeout = 0s",
                "seqd.cluster.heartbeat-interval; seqd.cluster.heartbeat-interval = 0s",
                "seqd.cluster.stale-after; seqd.cluster.stale-after = 1s",
                "seqd.cluster.probe-timeout; seqd.cluster.probe-timeout = -1s",
                "seqd.cluster.seed-nodes; seqd.cluster.seed-nodes = [somewhere]",
                "seqd.cluster.seed-nodes; seqd.cluster.seed-nodes = [\"pekko://other@10.0.0.1:7355\"]",
                "seqd.cluster.seed-nodes; seqd.cluster.seed-nodes = [\"pekko://seqd@10.0.0.1\"]",
            })
    void of_badClusterSetting_isRefusedWithItsKey(String key, String setting) {
        assertThatThrownBy(() -> ClusterSettings.of(with(setting)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key);
    }
}
