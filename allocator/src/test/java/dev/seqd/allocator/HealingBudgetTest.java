package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HealingBudgetTest {
    private static final long HOUR = Duration.ofHours(1).toNanos();

    @Test
    void allows_withinWhatIsLeft_isTrue() {
        HealingBudget budget = new HealingBudget(10, 0);
        budget.spend(4);

        assertThat(budget.allows(6, 0)).isTrue();
        assertThat(budget.allows(7, 0)).isFalse();
        assertThat(budget.allows(Long.MAX_VALUE, 0)).isFalse();
    }

    @Test
    void allows_anHourLater_isTheWholeBudgetAgain() {
        HealingBudget budget = new HealingBudget(10, 5);
        budget.spend(10);

        assertThat(budget.allows(1, 5 + HOUR - 1)).isFalse();
        assertThat(budget.allows(10, 5 + HOUR)).isTrue();
    }

    @Test
    void allows_clockWrapsAround_countsOn() {
        HealingBudget budget = new HealingBudget(10, Long.MAX_VALUE - 1);
        budget.spend(10);

        assertThat(budget.allows(1, Long.MAX_VALUE - 1 + HOUR / 2)).isFalse();
        assertThat(budget.allows(1, Long.MAX_VALUE - 1 + HOUR)).isTrue();
    }

    @Test
    void allows_noBudget_isTrueForNothingOnly() {
        HealingBudget budget = new HealingBudget(0, 0);

        assertThat(budget.allows(0, 0)).isTrue();
        assertThat(budget.allows(1, 0)).isFalse();
    }
}
