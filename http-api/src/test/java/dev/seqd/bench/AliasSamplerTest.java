package dev.seqd.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class AliasSamplerTest {
    private static final int DRAWS = 1_000_000;

    @Test
    void sample_givenWeights_followsThem() {
        double[] weights = {1, 2, 0, 4, 8};
        int[] drawn = draw(weights, new SplittableRandom(1));

        for (int i = 0; i < weights.length; i++) {
            assertThat(drawn[i] / (double) DRAWS).isCloseTo(weights[i] / 15, within(0.003));
        }
        assertThat(drawn[2]).isZero();
    }

    @Test
    void sample_zipfOverThousands_hitsTheHottestAsOftenAsItShould() {
        ClientShare share = Demand.of(new Load(10_000, 50_000, 1, 1.1, 1)).shareOf(0);
        int[] drawn = draw(share.weights(), new SplittableRandom(2));

        assertThat(drawn[0] / (double) DRAWS).isCloseTo(share.weights()[0], within(0.003));
        assertThat(drawn[9] / (double) DRAWS).isCloseTo(share.weights()[9], within(0.001));
    }

    @Test
    void sample_equalSeeds_drawTheSame() {
        double[] weights = {3, 1, 2};

        assertThat(draw(weights, new SplittableRandom(3))).isEqualTo(draw(weights, new SplittableRandom(3)));
    }

    @Test
    void sample_oneWeight_isAlwaysIt() {
        assertThat(draw(new double[] {0.1}, new SplittableRandom(4))).containsExactly(DRAWS);
    }

    @Test
    void new_badWeights_areRefused() {
        assertThatThrownBy(() -> new AliasSampler(new double[] {})).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new AliasSampler(new double[] {0, 0})).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new AliasSampler(new double[] {1, -1})).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new AliasSampler(new double[] {Double.NaN}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static int[] draw(double[] weights, RandomGenerator random) {
        AliasSampler sampler = new AliasSampler(weights);
        int[] drawn = new int[weights.length];
        for (int i = 0; i < DRAWS; i++) {
            drawn[sampler.sample(random)]++;
        }
        return drawn;
    }
}
