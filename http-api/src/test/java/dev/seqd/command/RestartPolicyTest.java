package dev.seqd.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RestartPolicyTest {
    private static final Duration SOON = Duration.ofSeconds(2);

    private final RestartPolicy policy = new RestartPolicy();

    @Test
    void afterEnd_diesYoungAgainAndAgain_pausesDoubleAndThenItIsGivenUp() {
        List<Long> pauses = new ArrayList<>();
        for (int end = 0; end < RestartPolicy.MOST_YOUNG_ENDS; end++) {
            pauses.add(policy.afterEnd(SOON).orElseThrow().toSeconds());
        }

        assertThat(pauses).containsExactly(1L, 2L, 4L, 8L, 16L);
        assertThat(policy.afterEnd(SOON)).isEmpty();
    }

    @Test
    void afterEnd_hasLivedLongMeanwhile_isForgiven() {
        for (int end = 0; end < RestartPolicy.MOST_YOUNG_ENDS; end++) {
            assertThat(policy.afterEnd(SOON)).isPresent();
        }

        Optional<Duration> afterLongLife = policy.afterEnd(RestartPolicy.YOUNG);

        assertThat(afterLongLife).hasValue(Duration.ofSeconds(1));
        assertThat(policy.afterEnd(SOON)).hasValue(Duration.ofSeconds(1));
    }
}
