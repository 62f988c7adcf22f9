package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private static final double LEAST = 0;
    private static final double MOST = Math.nextDown(1.0);

    @Test
    void over_withoutFailure_isTrue() {
        assertThat(new Backoff(() -> LEAST).over(false, 0)).isTrue();
    }

    @Test
    void over_whileCallsWait_comesSoon() {
        Backoff backoff = failed(1, false, MOST);

        assertThat(backoff.over(true, millis(49))).isFalse();
        assertThat(backoff.over(true, millis(50))).isTrue();
        assertThat(backoff.over(false, millis(249))).isFalse();
        assertThat(backoff.over(false, millis(250))).isTrue();
    }

    @Test
    void over_afterManyFailures_isBounded() {
        Backoff unreachable = failed(1000, false, MOST);
        Backoff refused = failed(1000, true, MOST);

        assertThat(unreachable.over(true, millis(999))).isFalse();
        assertThat(unreachable.over(true, millis(1000))).isTrue();
        assertThat(unreachable.over(false, millis(3999))).isFalse();
        assertThat(unreachable.over(false, millis(4000))).isTrue();
        assertThat(refused.over(true, millis(1000))).isTrue();
        assertThat(refused.over(false, millis(29_999))).isFalse();
        assertThat(refused.over(false, millis(30_000))).isTrue();
    }

    @Test
    void over_withJitter_comesAfterHalfTheTimeAtTheEarliest() {
        Backoff backoff = failed(3, false, LEAST);

        assertThat(backoff.over(true, millis(99))).isFalse();
        assertThat(backoff.over(true, millis(100))).isTrue();
    }

    @Test
    void succeeded_afterFailures_startsOver() {
        Backoff backoff = failed(9, false, MOST);
        backoff.succeeded();
        assertThat(backoff.over(false, 0)).isTrue();

        backoff.failed(0, false);
        assertThat(backoff.over(true, millis(50))).isTrue();
    }

    private static Backoff failed(int times, boolean byAnswer, double random) {
        Backoff backoff = new Backoff(() -> random);
        for (int i = 0; i < times; i++) {
            backoff.failed(0, byAnswer);
        }
        return backoff;
    }

    private static long millis(long millis) {
        return Duration.ofMillis(millis).toNanos();
    }
}
