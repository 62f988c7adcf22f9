package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whatever a node advises at first, the sizes soon fit the demand. */
class SizesTest {
    private static final Duration STEP = Duration.ofMillis(10);
    private static final int STEPS_A_SECOND = 100;
    private static final Duration SETTLED = Duration.ofMinutes(2);
    private static final int QUICK = 5000;

    private final Rig rig = new Rig();
    private final FakeSequence service = new FakeSequence(1, 1);

    private void useQuickly(Duration time) {
        for (long step = 0; step < time.toSeconds() * STEPS_A_SECOND; step++) {
            rig.take("s", QUICK / STEPS_A_SECOND);
            rig.pass(STEP);
        }
    }

    /** Uses the sequence once a minute, and tells how many values were held at most meanwhile. */
    private long useSlowly(int minutes) {
        return IntStream.range(0, minutes)
                .mapToLong(minute -> {
                    rig.take("s", 1);
                    rig.pass(Duration.ofMinutes(1));
                    return rig.held("s");
                })
                .max()
                .orElseThrow();
    }

    @Test
    void sizes_adviceOfOneAndQuickUse_settleWithinTwoMinutes() {
        rig.source.answer(service.suggest(1));
        useQuickly(SETTLED);

        assertThat(rig.held("s")).isBetween(29L * QUICK, 62L * QUICK);
        int before = rig.source.count();
        useQuickly(SETTLED);
        assertThat(rig.source.count() - before)
                .as("a block lasts for half a minute")
                .isBetween(3, 5);
    }

    @Test
    void sizes_adviceOfFiveThousandAndSlowUse_settleWithinTwoMinutes() {
        rig.source.answer(service.suggest(QUICK));

        assertThat(useSlowly(2)).isLessThan(40);
        assertThat(useSlowly(60)).isLessThan(40);
        assertThat(rig.source.all())
                .allSatisfy(one -> assertThat(one.request().count()).isLessThanOrEqualTo(30));
    }

    @Test
    void sizes_quickUseEnds_requestsFitSlowUseWithinTwoMinutes() {
        rig.source.answer(service.suggest(QUICK));
        useQuickly(SETTLED);
        rig.pass(SETTLED);
        int before = rig.source.count();
        useSlowly(60);

        assertThat(rig.source.count()).as("what is held lasts for days").isEqualTo(before);
    }
}
