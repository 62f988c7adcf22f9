package dev.seqd.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AfterTest {
    @Test
    void at_valueOnly_isMeantInTheCurrentEpochAndLap() {
        assertThat(new After(7, null, null).at(3, 5)).isEqualTo(new Position(3, 5, 7));
    }

    @Test
    void at_currentEpochWithoutLap_isMeantInTheCurrentLap() {
        assertThat(new After(7, 3L, null).at(3, 5)).isEqualTo(new Position(3, 5, 7));
    }

    @Test
    void at_otherEpochWithoutLap_isMeantInItsFirstLap() {
        assertThat(new After(7, 2L, null).at(3, 5)).isEqualTo(new Position(2, 1, 7));
        assertThat(new After(7, 4L, null).at(3, 5)).isEqualTo(new Position(4, 1, 7));
    }

    @Test
    void at_epochAndLap_areTakenAsTheyAre() {
        assertThat(new After(7, 3L, 4L).at(3, 5)).isEqualTo(new Position(3, 4, 7));
    }

    @Test
    void mayHeal_onlyWithAnEpoch_isTrue() {
        assertThat(new After(7, null, null).mayHeal()).isFalse();
        assertThat(new After(7, 1L, null).mayHeal()).isTrue();
    }

    @Test
    void construct_outOfRange_refusedAsInvalidRequest() {
        refused(0L, null, "epoch and lap must be at least 1");
        refused(Long.MIN_VALUE, 1L, "epoch and lap must be at least 1");
        refused(1L, 0L, "epoch and lap must be at least 1");
        refused(null, 1L, "a lap is only known together with its epoch");
    }

    private static void refused(@Nullable Long epoch, @Nullable Long lap, String text) {
        assertThatExceptionOfType(SeqdException.class)
                .isThrownBy(() -> new After(7, epoch, lap))
                .withMessage(text)
                .matches(e -> e.error() == SeqdError.INVALID_REQUEST);
    }
}
