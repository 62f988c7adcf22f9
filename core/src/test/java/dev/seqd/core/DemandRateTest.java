package dev.seqd.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemandRateTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;

    @Test
    void perSecond_nothingAsked_isZero() {
        assertThat(DemandRate.ofUses(5).perSecond(5)).isZero();
        assertThat(DemandRate.ofUses(5).perSecond(5 + 1_000 * SECOND)).isZero();
    }

    @Test
    void perSecond_withinTheFirstSecond_dividesByAWholeSecond() {
        DemandRate rate = DemandRate.ofUses(0);
        rate.add(100, MILLI);

        assertThat(rate.perSecond(MILLI)).isEqualTo(100);
    }

    @Test
    void perSecond_firstBatch_isSpreadOverAMinute() {
        DemandRate rate = DemandRate.ofBatches(0);
        rate.add(600, MILLI);

        assertThat(rate.perSecond(MILLI)).isEqualTo(10);
    }

    @Test
    void perSecond_batchEveryHalfMinute_isNoBurst() {
        DemandRate rate = DemandRate.ofBatches(0);
        for (long second = 0; second <= 600; second += 30) {
            rate.add(3_000, second * SECOND);
        }

        assertThat(rate.perSecond(600 * SECOND)).isBetween(95.0, 105.0);
    }

    @Test
    void perSecond_afterTenSeconds_dividesByTheTimeObserved() {
        DemandRate rate = DemandRate.ofUses(0);
        feed(rate, 100, 0, 10);

        assertThat(rate.perSecond(10 * SECOND)).isCloseTo(100, within(1.0));
    }

    @Test
    void perSecond_steadyForLong_isTheRate() {
        DemandRate rate = DemandRate.ofUses(0);
        feed(rate, 100, 0, 600);

        for (long millis = 0; millis < 1_000; millis += 100) {
            assertThat(rate.perSecond(600 * SECOND + millis * MILLI)).isBetween(97.0, 101.0);
        }
    }

    @Test
    void perSecond_jumpFromTenToFiveThousand_seenWithinSeconds() {
        DemandRate rate = DemandRate.ofUses(0);
        feed(rate, 10, 0, 60);
        feed(rate, 5_000, 60, 63);

        assertThat(rate.perSecond(63 * SECOND - 1)).isCloseTo(5_000, within(10.0));
    }

    @Test
    void perSecond_demandEnds_fallsSlowlyThenToZero() {
        DemandRate rate = DemandRate.ofUses(0);
        feed(rate, 100, 0, 60);

        assertThat(rate.perSecond(90 * SECOND)).isCloseTo(50, within(3.0));
        assertThat(rate.perSecond(118 * SECOND)).isPositive();
        assertThat(rate.perSecond(120 * SECOND)).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {60, 61, 119, 120, 121, 3_600, 1_000_000})
    void perSecond_afterIdlingAMinuteOrMore_forgetsWhatWasBefore(long idleSeconds) {
        DemandRate rate = DemandRate.ofUses(0);
        feed(rate, 5_000, 0, 60);
        long later = 60 + idleSeconds;
        rate.add(3, later * SECOND);

        assertThat(rate.perSecond(later * SECOND)).isBetween(0.05, 3.0);
    }

    @Test
    void perSecond_clockGoesBack_rateStaysAsItWas() {
        DemandRate rate = DemandRate.ofUses(0);
        feed(rate, 100, 0, 60);
        double before = rate.perSecond(60 * SECOND);

        assertThat(rate.perSecond(0)).isEqualTo(before);
        assertThat(rate.perSecond(-1_000 * SECOND)).isEqualTo(before);
    }

    @Test
    void add_clockGoesBack_countsInTheLatestSecond() {
        DemandRate rate = DemandRate.ofUses(0);
        rate.add(60, 59 * SECOND);
        rate.add(60, 10 * SECOND);

        assertThat(rate.perSecond(61 * SECOND)).isGreaterThanOrEqualTo(60);
        assertThat(rate.perSecond(118 * SECOND)).isPositive();
    }

    @Test
    void perSecond_originAtTheEndOfLong_wrapsWithTheTicker() {
        long origin = Long.MAX_VALUE - SECOND;
        DemandRate rate = DemandRate.ofUses(origin);
        rate.add(50, origin + 3 * SECOND / 2);
        rate.add(50, origin + 5 * SECOND / 2);

        assertThat(rate.perSecond(origin + 3 * SECOND)).isBetween(33.0, 51.0);
    }

    @Test
    void add_countsBeyondLong_saturate() {
        DemandRate rate = DemandRate.ofUses(0);
        rate.add(Long.MAX_VALUE, 0);
        rate.add(Long.MAX_VALUE, 0);
        rate.add(1, SECOND);

        assertThat(rate.perSecond(SECOND)).isBetween(9.2e18, 9.3e18);
    }

    @Property
    void perSecond_anyHistory_agreesWithThePlainList(
            @ForAll @Size(max = 60) List<@LongRange(min = 0, max = 70_000) Long> pausesMillis,
            @ForAll @LongRange(min = 1, max = 10_000) long count) {
        DemandRate rate = DemandRate.ofUses(-7);
        Deque<Long> secondsOfAdds = new ArrayDeque<>();
        long millis = 0;
        for (long pause : pausesMillis) {
            millis += pause;
            rate.add(count, millis * MILLI - 7);
            secondsOfAdds.add(millis / 1_000);
        }
        double expected = Math.max(plain(secondsOfAdds, count, millis, 60), plain(secondsOfAdds, count, millis, 3));

        assertThat(rate.perSecond(millis * MILLI - 7)).isCloseTo(expected, within(expected * 1e-9));
    }

    private static double plain(Deque<Long> secondsOfAdds, long count, long nowMillis, int window) {
        long oldest = Math.max(0, nowMillis / 1_000 - window + 1);
        long adds = secondsOfAdds.stream().filter(second -> second >= oldest).count();
        return (double) adds * count / Math.max(1.0, nowMillis / 1_000.0 - oldest);
    }

    /** Ten times a second, evenly. */
    private static void feed(DemandRate rate, long perSecond, long fromSecond, long toSecond) {
        for (long tenth = fromSecond * 10; tenth < toSecond * 10; tenth++) {
            rate.add(perSecond / 10, tenth * SECOND / 10);
        }
    }
}
