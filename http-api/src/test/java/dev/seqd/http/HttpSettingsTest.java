package dev.seqd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpSettingsTest {
    private static Config with(String setting) {
        return ConfigFactory.parseString(setting)
                .withFallback(ConfigFactory.defaultReferenceUnresolved())
                .resolve();
    }

    @Test
    void of_defaults_areAccepted() {
        assertThat(HttpSettings.of(with("")).maxBackoff()).isEqualTo(Duration.ofSeconds(2));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "seqd.http.port; seqd.http.port = 65536",
                "seqd.http.max-wait; seqd.http.max-wait = 0s",
                "seqd.http.max-wait; seqd.http.max-wait = -1s",
                "seqd.http.max-waiting; seqd.http.max-waiting = 0",
                "seqd.node.lease; seqd.node.lease.min = 0",
                "seqd.node.retry-backoff.min; seqd.node.retry-backoff.min = -1s",
                "seqd.node.retry-backoff.min; seqd.node.retry-backoff.min = 0s",
                "seqd.node.retry-backoff.max; seqd.node.retry-backoff.max = -1s",
                "seqd.node.retry-backoff.max; seqd.node.retry-backoff.max = 2h",
                "seqd.node.retry-backoff; seqd.node.retry-backoff.min = 3s",
                "seqd.node.idle; seqd.node.idle = 0s",
                "seqd.node.limit; seqd.node.limit = -1",
                "seqd.http.max-request-time; seqd.http.max-request-time = 0s",
                "seqd.http.max-answer-time; seqd.http.max-answer-time = 2h",
            })
    void of_badSetting_isRefusedWithItsKey(String key, String setting) {
        assertThatThrownBy(() -> HttpSettings.of(with(setting)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key);
    }
}
