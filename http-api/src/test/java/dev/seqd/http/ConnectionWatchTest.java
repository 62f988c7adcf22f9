package dev.seqd.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import dev.seqd.http.ConnectionWatch.Late;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ConnectionWatchTest {
    private static final ConnectionLimits LIMITS = new ConnectionLimits(Duration.ofSeconds(25), Duration.ofSeconds(20));
    private static final Duration IDLE = Duration.ofSeconds(90);

    private final ConnectionWatch watch = new ConnectionWatch(LIMITS, IDLE, at(0));

    /** A clock that may stand anywhere, below zero too. */
    private static long at(double seconds) {
        return -5_000_000_000L + (long) (seconds * 1e9);
    }

    @Test
    void late_nothingEverCame_isIdleAfterTheIdleTime() {
        assertThat(watch.late(at(89.9))).isNull();
        assertThat(watch.late(at(90))).isEqualTo(Late.IDLE);
    }

    @Test
    void slow_bytesOfARequestNowAndThen_extendNothing() {
        for (int second = 0; second < 25; second += 5) {
            watch.received(at(second));
            assertThat(watch.late(at(second))).isNull();
        }
        assertThat(watch.late(at(24.9))).isNull();
        assertThat(watch.late(at(25))).isEqualTo(Late.REQUEST);
    }

    @Test
    void slow_answerNotTaken_isLateThoughMoreRequestsCome() {
        watch.received(at(0));
        watch.answering(at(1));
        for (int second = 2; second < 21; second++) {
            watch.received(at(second));
            assertThat(watch.late(at(second))).isNull();
        }
        assertThat(watch.late(at(21))).isEqualTo(Late.ANSWER);
    }

    @Test
    void slow_answerTakenInParts_countsFromEachPart() {
        watch.received(at(0));
        for (int second = 1; second < 100; second += 10) {
            watch.answering(at(second));
            assertThat(watch.isBusy()).isTrue();
            watch.taken(at(second + 9));
            assertThat(watch.late(at(second + 9))).isNull();
        }
        assertThat(watch.isBusy()).isFalse();
    }

    @Test
    void late_keptAliveBetweenRequests_mayRestForTheIdleTime() {
        for (int minute = 0; minute < 10; minute++) {
            double start = minute * 80.0;
            watch.received(at(start));
            watch.answering(at(start + 1));
            watch.taken(at(start + 1));
            assertThat(watch.late(at(start + 79))).isNull();
        }
        assertThat(watch.late(at(9 * 80 + 91))).isEqualTo(Late.IDLE);
    }

    @Test
    void slow_secondRequestOfAConnection_hasTheSameLimit() {
        watch.received(at(0));
        watch.answering(at(1));
        watch.taken(at(1));
        watch.received(at(60));
        watch.received(at(84));
        assertThat(watch.late(at(84.9))).isNull();
        assertThat(watch.late(at(85))).isEqualTo(Late.REQUEST);
    }

    @Test
    void of_defaults_cutSlowOnesWithinThirtySeconds() {
        ConnectionLimits limits =
                ConnectionLimits.of(ConfigFactory.defaultReferenceUnresolved().resolve());

        assertThat(limits.request()).isLessThan(Duration.ofSeconds(30));
        assertThat(limits.answer()).isLessThan(Duration.ofSeconds(30));
    }
}
