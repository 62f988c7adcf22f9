package dev.seqd.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * That no {@link Rule} is ever broken. {@code -Dseqd.simulation.steps=1000000000} goes on for longer, and {@code
 * -Dseqd.simulation.seed=} with a seed that was printed does the same again.
 */
class SimulationTest {
    private static final Logger LOG = LoggerFactory.getLogger(SimulationTest.class);
    private static final long STEPS = 10_000_000;

    @Test
    void anyHistory_always_keepsEveryRule() {
        Long given = Long.getLong("seqd.simulation.seed");
        long seed = given == null ? new SecureRandom().nextLong() : given;
        Simulation simulation = new Simulation(seed);

        boolean kept = simulation.run(Long.getLong("seqd.simulation.steps", STEPS));

        LOG.info("seed {}: {}", seed, simulation.summary());
        assertThat(kept).as(kept ? "" : simulation.story()).isTrue();
    }
}
