package dev.seqd.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuantilesTest {
    @Test
    void of_anOddNumber_isTheMiddleOne() {
        assertThat(Quantiles.of(new double[] {9, 1, 5}, 0.5)).isEqualTo(5);
    }

    @Test
    void of_anEvenNumber_liesBetweenTheMiddleTwo() {
        assertThat(Quantiles.of(new double[] {4, 1, 3, 2}, 0.5)).isEqualTo(2.5);
    }

    @Test
    void of_oneSample_isThatSample() {
        assertThat(Quantiles.of(new double[] {7}, 0.25)).isEqualTo(7);
    }

    @Test
    void of_ends_areLeastAndGreatest() {
        double[] samples = {3, 1, 2};
        assertThat(Quantiles.of(samples, 0)).isEqualTo(1);
        assertThat(Quantiles.of(samples, 1)).isEqualTo(3);
    }
}
