package dev.seqd.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefillPolicyTest {
    private static final Duration BUFFER = Duration.ofSeconds(10);
    private static final Duration TARGET = Duration.ofSeconds(30);
    private static final RefillPolicy POLICY = new RefillPolicy(10, 100_000, BUFFER, TARGET);

    @Test
    void wantsMore_remainingTimeBelowBuffer_onlyThen() {
        assertThat(POLICY.wantsMore(1_000, 100)).isFalse();
        assertThat(POLICY.wantsMore(999, 100)).isTrue();
    }

    @Test
    void amount_emptyStore_lastsForTheTarget() {
        assertThat(POLICY.amount(0, 100, 3_000)).isEqualTo(3_000);
    }

    @Test
    void amount_someHeld_fillsUpToTheTarget() {
        assertThat(POLICY.amount(999, 100, 3_000)).isEqualTo(2_001);
    }

    @Test
    void amount_demandShrinks_halvesAtMost() {
        assertThat(POLICY.amount(0, 0, 5_000)).isEqualTo(2_500);
        assertThat(POLICY.amount(0, 50, 5_000)).isEqualTo(2_500);
    }

    @Test
    void amount_demandGrows_sixteenfoldAtMost() {
        assertThat(POLICY.amount(0, 1e6, 0)).isEqualTo(10);
        assertThat(POLICY.amount(0, 1e6, 10)).isEqualTo(160);
        assertThat(POLICY.amount(0, 1e6, 160)).isEqualTo(2_560);
        assertThat(POLICY.amount(0, 1e6, 10_000)).isEqualTo(100_000);
    }

    @Test
    void idleCounter_neverAsked_isSatisfiedWithTheMinimum() {
        assertThat(POLICY.amount(0, 0, 0)).isEqualTo(10);
        assertThat(POLICY.wantsMore(0, 0)).isTrue();
        assertThat(POLICY.wantsMore(4, 0)).isTrue();
        assertThat(POLICY.wantsMore(5, 0)).isFalse();
    }

    @Test
    void threshold_demandBeyondTheMaximum_isHalfOfIt() {
        assertThat(POLICY.threshold(1e6)).isEqualTo(50_000);
        assertThat(POLICY.threshold(Double.MAX_VALUE)).isEqualTo(50_000);
        assertThat(POLICY.threshold(Double.POSITIVE_INFINITY)).isEqualTo(50_000);
    }

    @Test
    void amount_demandBeyondTheMaximum_neverHoldsMoreThanTheMaximum() {
        RefillPolicy policy = new RefillPolicy(1, 1_000, BUFFER, Duration.ofSeconds(100));

        assertThat(policy.amount(499, 1e6, 1_000)).isEqualTo(501);
        assertThat(policy.amount(999, 100, 0)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "3, 2"})
    void threshold_tinyMaximum_stillAsksWhenEmpty(long max, long threshold) {
        RefillPolicy policy = new RefillPolicy(1, max, BUFFER, TARGET);

        assertThat(policy.threshold(1e6)).isEqualTo(threshold);
        assertThat(policy.wantsMore(0, 0)).isTrue();
        assertThat(policy.amount(0, 1e6, max)).isEqualTo(max);
    }

    @Test
    void sizes_atTheEndsOfLong_doNotOverflow() {
        RefillPolicy policy = new RefillPolicy(Long.MAX_VALUE, Long.MAX_VALUE, BUFFER, TARGET);

        assertThat(policy.threshold(0)).isEqualTo(1L << 62);
        assertThat(policy.amount(0, Double.MAX_VALUE, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(policy.amount(Long.MAX_VALUE, Double.MAX_VALUE, Long.MAX_VALUE))
                .isEqualTo(1);
    }

    @Test
    void times_longerThanNanosecondsCanCount_accepted() {
        Duration forever = Duration.ofSeconds(Long.MAX_VALUE);
        RefillPolicy policy = new RefillPolicy(1, 100, forever, forever);

        assertThat(policy.threshold(0)).isEqualTo(1);
        assertThat(policy.threshold(1e-9)).isEqualTo(50);
        assertThat(policy.amount(0, 1, 100)).isEqualTo(100);
    }

    @Test
    void threshold_fractionOfAValue_roundsUp() {
        RefillPolicy policy = new RefillPolicy(1, 100, Duration.ofMillis(1_500), TARGET);

        assertThat(policy.threshold(0.9)).isEqualTo(2);
        assertThat(policy.threshold(4)).isEqualTo(6);
    }

    @Property
    void amount_anyDemand_staysWithinTheLimits(
            @ForAll @Size(2) List<@LongRange(min = 1) Long> sizes,
            @ForAll @LongRange(min = 0) long held,
            @ForAll @DoubleRange(min = 0, max = 1e19) double rate,
            @ForAll @LongRange(min = 0) long previous) {
        RefillPolicy policy = new RefillPolicy(Collections.min(sizes), Collections.max(sizes), BUFFER, TARGET);
        long amount = policy.amount(held, rate, previous);

        assertThat(amount).isBetween(1L, policy.max());
        assertThat(amount == 1 || held <= policy.max() - amount).isTrue();
        assertThat(policy.threshold(rate)).isBetween(1L, policy.max());
        assertThat(policy.wantsMore(0, rate)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"0, 10", "-1, 10", "11, 10", "1, 0", "1, -9223372036854775808"})
    void construct_sizesOutOfRange_refused(long min, long max) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RefillPolicy(min, max, BUFFER, TARGET))
                .withMessage("refill sizes need 1 <= min <= max, not " + min + " and " + max);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 31})
    void construct_bufferOutOfRange_refused(long seconds) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RefillPolicy(1, 10, Duration.ofSeconds(seconds), TARGET));
    }

    @Test
    void costlyAmount_soonAfterTheOneBefore_growsEightfold() {
        RefillPolicy policy = new RefillPolicy(100, 100_000, Duration.ofMinutes(5), Duration.ofMinutes(10));

        assertThat(policy.costlyAmount(0, 0.1, 1_000, Duration.ofSeconds(30).toNanos()))
                .isEqualTo(8_000);
        assertThat(policy.costlyAmount(0, 0.1, 1_000, Duration.ofMinutes(5).toNanos()))
                .isEqualTo(policy.amount(0, 0.1, 1_000));
        assertThat(policy.costlyAmount(99_000, 0.1, 50_000, 0)).isEqualTo(1_000);
        assertThat(policy.costlyAmount(0, 0.1, 0, 0)).isEqualTo(policy.amount(0, 0.1, 0));
    }
}
