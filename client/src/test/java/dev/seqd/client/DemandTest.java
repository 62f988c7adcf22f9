package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DemandTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    @Test
    void perSecond_sampledOften_isTheRate() {
        Demand demand = new Demand(0);
        for (int i = 1; i <= 300; i++) {
            demand.sample(singles(i * 500L), i * SECOND / 10);
            assertThat(demand.perSecond(i * SECOND / 10)).isLessThan(5200);
        }

        assertThat(demand.perSecond(30 * SECOND)).isCloseTo(5000, within(1.0));
    }

    @Test
    void perSecond_sampledOnceASecond_isTheRate() {
        Demand demand = new Demand(0);
        for (int i = 1; i <= 30; i++) {
            demand.sample(singles(i * 5000L), i * SECOND);
        }

        assertThat(demand.perSecond(30 * SECOND)).isCloseTo(5000, within(1.0));
    }

    @Test
    void perSecond_sampledAfterALongTime_isTheAverage() {
        Demand demand = new Demand(0);
        demand.sample(singles(6000), 600 * SECOND);

        assertThat(demand.perSecond(600 * SECOND)).isCloseTo(10, within(1.0));
    }

    @Test
    void perSecond_jump_isSeenAfterASecond() {
        Demand demand = new Demand(0);
        demand.sample(singles(1000), 100 * SECOND);
        demand.sample(singles(6000), 101 * SECOND);

        assertThat(demand.perSecond(101 * SECOND)).isGreaterThan(1500);
    }

    @Test
    void perSecond_firstCalls_countAsTenSeconds() {
        Demand demand = new Demand(0);
        demand.sample(singles(5000), SECOND / 5);

        assertThat(demand.perSecond(SECOND / 5)).isCloseTo(500, within(1.0));
    }

    @Test
    void perSecond_oneLargeCall_countsAsAMinuteAndFades() {
        Demand demand = new Demand(0);
        demand.sample(new Demand.Totals(0, 6000), 100 * SECOND);
        assertThat(demand.perSecond(100 * SECOND)).isCloseTo(100, within(1.0));

        demand.sample(new Demand.Totals(0, 6000), 400 * SECOND);
        assertThat(demand.perSecond(400 * SECOND)).isLessThan(1);
    }

    @Test
    void idle_withoutFreshDemand_turnsTrueAfterTheWindow() {
        Demand demand = new Demand(0);
        demand.sample(singles(1), SECOND);
        demand.sample(singles(1), 61 * SECOND);
        assertThat(demand.idle(61 * SECOND)).isFalse();
        assertThat(demand.idle(62 * SECOND)).isTrue();

        demand.sample(singles(2), 63 * SECOND);
        assertThat(demand.idle(63 * SECOND)).isFalse();
    }

    private static Demand.Totals singles(long total) {
        return new Demand.Totals(total, 0);
    }
}
