package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RateLimitTest {
    private static final long SECOND = 1_000_000_000;
    private static final long BEGIN = -SECOND / 2;

    private final RateLimit limit = new RateLimit(2, BEGIN);

    @Test
    void allows_asManyWithinASecond_noMore() {
        assertThat(limit.allows(BEGIN)).isTrue();
        assertThat(limit.allows(BEGIN + SECOND - 1)).isTrue();
        assertThat(limit.allows(BEGIN + SECOND - 1)).isFalse();
    }

    @Test
    void allows_nextSecond_asManyAgainAndNoneOfTheLast() {
        long later = BEGIN + 5 * SECOND;

        assertThat(limit.allows(later)).isTrue();
        assertThat(limit.allows(later)).isTrue();
        assertThat(limit.allows(later)).isFalse();
    }
}
