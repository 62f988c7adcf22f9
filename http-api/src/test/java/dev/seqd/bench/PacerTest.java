package dev.seqd.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.bench.Pacer.Punctuality;
import org.junit.jupiter.api.Test;

class PacerTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    /** The monotonic clock begins anywhere, and may pass the end of 64 bits. */
    private static final long START = Long.MAX_VALUE - 5 * MILLI;

    private final Pacer pacer = new Pacer(1_000, START);

    @Test
    void take_atTheStart_isNotDue() {
        assertThat(pacer.take(START)).isFalse();
        assertThat(pacer.take(at(MILLI - 1))).isFalse();
    }

    @Test
    void take_afterTenIntervals_givesTenCalls() {
        assertThat(takeAll(at(10 * MILLI))).isEqualTo(10);
        assertThat(takeAll(at(10 * MILLI))).isZero();
        assertThat(takeAll(at(11 * MILLI))).isEqualTo(1);
    }

    @Test
    void take_ticksOfOneMilli_keepTheRateExactly() {
        Pacer fast = new Pacer(12_345, START);
        long taken = 0;
        for (long millis = 1; millis <= 10_000; millis++) {
            while (fast.take(at(millis * MILLI))) {
                taken++;
            }
        }

        assertThat(taken).isEqualTo(123_450);
        assertThat(fast.takePunctuality().missed()).isZero();
    }

    @Test
    void take_behindByLessThanASecond_catchesUp() {
        assertThat(takeAll(at(SECOND))).isEqualTo(1_000);
        assertThat(pacer.takePunctuality()).isEqualTo(new Punctuality(0, SECOND - MILLI));
    }

    @Test
    void take_behindByMoreThanASecond_givesUpWhatIsOlder() {
        assertThat(takeAll(at(10 * SECOND))).isEqualTo(1_000);
        assertThat(pacer.takePunctuality().missed()).isEqualTo(9_000);
        assertThat(takeAll(at(10 * SECOND + MILLI))).isEqualTo(1);
    }

    @Test
    void take_slowRate_waitsItsInterval() {
        Pacer slow = new Pacer(0.5, START);

        assertThat(slow.take(at(SECOND))).isFalse();
        assertThat(slow.take(at(2 * SECOND))).isTrue();
        assertThat(slow.take(at(3 * SECOND))).isFalse();
    }

    @Test
    void takePunctuality_askedAgain_beginsAnew() {
        takeAll(at(10 * SECOND));
        pacer.takePunctuality();

        assertThat(pacer.takePunctuality()).isEqualTo(new Punctuality(0, 0));
    }

    private static long at(long sinceStartNanos) {
        return START + sinceStartNanos;
    }

    private int takeAll(long nowNanos) {
        int taken = 0;
        while (pacer.take(nowNanos)) {
            taken++;
        }
        return taken;
    }
}
