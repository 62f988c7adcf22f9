package dev.seqd.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** That the simulation finds each {@link Clause} when it is taken out of the sources. */
class SimulationFindsIT {
    private static final Logger LOG = LoggerFactory.getLogger(SimulationFindsIT.class);
    private static final long SEED = 1;
    private static final long MOST_STEPS = 20_000_000;
    private static final int LONGEST_STORY = 60;

    private static final List<String> FOUND = new ArrayList<>();

    @ParameterizedTest
    @EnumSource
    void simulation_withoutAClause_breaksItsRule(Clause clause) {
        Mutant.Found found = Mutant.of(clause.name()).simulate(clause, SEED, MOST_STEPS);

        assertThat(found.broken())
                .as("%s is broken within %d steps", clause, MOST_STEPS)
                .isTrue();
        FOUND.add(clause.name() + " after " + found.steps() + " steps: " + found.failure());
    }

    @AfterAll
    static void report() {
        FOUND.forEach(line -> LOG.info("without {}", line));
    }

    @Test
    void story_ofAFailure_isShortAndSaysHowToRepeatIt() {
        Mutant.Found found = Mutant.of("UNKNOWN_IS_BURNT").simulate(Clause.UNKNOWN_IS_BURNT, SEED, MOST_STEPS);

        assertThat(found.story()).contains("-Dseqd.simulation.seed=", "COVERED");
        assertThat(found.story().lines()).hasSizeLessThan(LONGEST_STORY);
    }
}
