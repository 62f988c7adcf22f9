package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueFactory;
import dev.seqd.database.DatabaseSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
    private static Config with(String setting) {
        return ConfigFactory.parseString(setting)
                .withFallback(ConfigFactory.defaultReferenceUnresolved())
                .resolve();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "seqd.journal.jdbc-url; seqd.journal.jdbc-url = \"postgres://db/x?password=secret\"",
                "seqd.journal.user; seqd.journal.user = \" \"",
                "seqd.journal.pool-size; seqd.journal.pool-size = 0",
                "seqd.journal.pool-size; seqd.journal.pool-size = 101",
                "seqd.journal.pool-size; seqd.journal.pool-size = 1.5",
                "seqd.journal.connection-timeout; seqd.journal.connection-timeout = 999ms",
                "seqd.journal.connection-timeout; seqd.journal.connection-timeout = soon",
                "seqd.journal.socket-timeout; seqd.journal.socket-timeout = 61m",
                "seqd.journal.socket-timeout; seqd.journal.socket-timeout = -1s",
                "seqd.journal.write-queue; seqd.journal.write-queue = 0",
                "seqd.journal.write-queue; seqd.journal.write-queue = 3000000000",
                "seqd.journal.allow-unsafe; seqd.journal.allow-unsafe = perhaps",
            })
    void of_badJournalSetting_isRefusedWithItsKey(String key, String setting) {
        assertThatThrownBy(() -> JournalSettings.of(with(setting)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key)
                .hasMessageNotContaining("secret");
    }

    @Test
    void of_journalSettings_areThoseOfTheDatabase() {
        JournalSettings settings = JournalSettings.of(with("seqd.journal { jdbc-url = \"jdbc:postgresql://db/x\","
                + " password = secret, pool-size = 7, connection-timeout = 2s, socket-timeout = 3s }"));

        assertThat(settings.isEmbedded()).isFalse();
        assertThat(settings.database())
                .isEqualTo(new DatabaseSettings(
                        "jdbc:postgresql://db/x",
                        "postgres",
                        "secret",
                        7,
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(3)));
        assertThat(settings.toString()).doesNotContain("secret");
    }

    @Test
    void bad_valueOfAFlag_namesTheFlag() {
        Config config =
                with("").withValue("seqd.cluster.port", ConfigValueFactory.fromAnyRef(70_000, "--cluster-port"));

        assertThatThrownBy(() -> Settings.port(config, "seqd.cluster.port"))
                .hasMessage("--cluster-port: Invalid value at 'seqd.cluster.port': must be at most 65535, not 70000");
    }

    @Test
    void of_defaults_areAccepted() {
        assertThat(JournalSettings.of(with("")).isEmbedded()).isTrue();
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

    @Test
    void limit_set_isTaken() {
        assertThat(Settings.limit(with("x = 7"), "x", 10, 1000)).isEqualTo(7);
    }

    @Test
    void limit_zero_isWhatFitsIntoThePartOfTheHeap() {
        int bytes = (int) (Runtime.getRuntime().maxMemory() / 100);

        assertThat(Settings.limit(with("x = 0"), "x", 50, bytes)).isBetween(49, 50);
        assertThat(Settings.limit(with("x = 0"), "x", 1, Integer.MAX_VALUE)).isPositive();
    }

    @Test
    void limit_negative_isRefusedWithItsKey() {
        assertThatThrownBy(() -> Settings.limit(with("seqd.counter.limit = -1"), "seqd.counter.limit", 10, 1000))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("seqd.counter.limit");
    }
}
