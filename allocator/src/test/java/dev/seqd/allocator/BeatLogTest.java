package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BeatLogTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final BeatLog log = new BeatLog(Duration.ofSeconds(10), 0);

    private void beat(long seconds) {
        log.next();
        log.acknowledge(seconds * SECOND);
    }

    @Test
    void completeUntil_newestIsThere_isItsTime() {
        beat(1);
        beat(2);

        assertThat(log.acknowledged()).isEqualTo(2);
        assertThat(log.completeUntilNanos(2L, 3 * SECOND)).isEqualTo(2 * SECOND);
    }

    @Test
    void completeUntil_oneThatWasOnlyTried_isTheNewestAcknowledged() {
        beat(1);
        log.next();

        assertThat(log.acknowledged()).isEqualTo(1);
        assertThat(log.completeUntilNanos(2L, 3 * SECOND)).isEqualTo(SECOND);
    }

    @Test
    void completeUntil_olderOne_isThatOnesTime() {
        beat(1);
        beat(2);
        beat(3);

        assertThat(log.completeUntilNanos(1L, 4 * SECOND)).isEqualTo(SECOND);
    }

    @Test
    void completeUntil_olderThanItRemembers_isUnknown() {
        for (int i = 1; i <= 20; i++) {
            beat(i);
        }

        assertThat(log.completeUntilNanos(5L, 20 * SECOND)).isNull();
        assertThat(log.completeUntilNanos(10L, 20 * SECOND)).isEqualTo(10 * SECOND);
        assertThat(log.completeUntilNanos(20L, 31 * SECOND)).isNull();
    }

    @Test
    void completeUntil_rowGone_isTheBirthOfAYoungNode() {
        beat(1);

        assertThat(log.completeUntilNanos(null, 5 * SECOND)).isEqualTo(0);
        assertThat(log.completeUntilNanos(null, 11 * SECOND)).isNull();
    }
}
