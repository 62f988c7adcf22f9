package dev.seqd.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CheckTest {
    @Test
    void atMost_aroundGoalAndGate_saysWhatIsMissed() {
        assertThat(Check.atMost("x", 1.10, 1.10, 1.25).verdict()).isEqualTo("met");
        assertThat(Check.atMost("x", 1.11, 1.10, 1.25).verdict()).isEqualTo("missed");
        assertThat(Check.atMost("x", 1.26, 1.10, 1.25).verdict()).isEqualTo("gate missed");
    }

    @Test
    void atLeast_aroundGoalAndGate_saysWhatIsMissed() {
        assertThat(Check.atLeast("x", 1.3, 1.3, 1.0).verdict()).isEqualTo("met");
        assertThat(Check.atLeast("x", 1.2, 1.3, 1.0).verdict()).isEqualTo("missed");
        assertThat(Check.atLeast("x", 0.9, 1.3, 1.0).verdict()).isEqualTo("gate missed");
    }

    @Test
    void within_outside_missesTheGoalAlone() {
        assertThat(Check.within("x", 1.5, 0.02, 1).verdict()).isEqualTo("missed");
        assertThat(Check.within("x", 0.5, 0.02, 1).verdict()).isEqualTo("met");
    }

    @Test
    void atMost_notANumber_missesTheGate() {
        assertThat(Check.atMost("x", Double.NaN, 1, 2.0).verdict()).isEqualTo("gate missed");
    }

    @Test
    void text_ofAnySize_keepsThreeDigits() {
        assertThat(Check.text(0)).isEqualTo("0");
        assertThat(Check.text(1.034)).isEqualTo("1.03");
        assertThat(Check.text(5)).isEqualTo("5");
        assertThat(Check.text(-2.5)).isEqualTo("-2.50");
        assertThat(Check.text(0.00412)).isEqualTo("0.0041");
        assertThat(Check.text(2_000_000)).isEqualTo("2,000,000");
    }
}
