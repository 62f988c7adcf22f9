package dev.seqd.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Comparator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Domain(CoreDomain.class)
@Domain(DomainContext.Global.class)
class PositionTest {
    @Test
    void isBeyond_newerEpoch_winsOverLapAndValue() {
        assertThat(new Position(2, 1, 1).isBeyond(new Position(1, 9, 99), true)).isTrue();
        assertThat(new Position(1, 9, 99).isBeyond(new Position(2, 1, 1), true)).isFalse();
    }

    @Test
    void isBeyond_laterLap_winsOverValue() {
        assertThat(new Position(1, 2, 1).isBeyond(new Position(1, 1, 99), true)).isTrue();
        assertThat(new Position(1, 1, 99).isBeyond(new Position(1, 2, 1), true)).isFalse();
    }

    @Test
    void isBeyond_descending_comparesValuesTheOtherWay() {
        Position high = new Position(1, 1, Long.MAX_VALUE);
        Position low = new Position(1, 1, Long.MIN_VALUE);

        assertThat(low.isBeyond(high, false)).isTrue();
        assertThat(high.isBeyond(low, false)).isFalse();
    }

    @Property
    void isBeyond_anyPair_isAStrictTotalOrder(@ForAll Position a, @ForAll Position b, @ForAll boolean ascending) {
        Comparator<Long> values = ascending ? Comparator.naturalOrder() : Comparator.reverseOrder();
        int expected = Comparator.comparingLong(Position::epoch)
                .thenComparingLong(Position::lap)
                .thenComparing(Position::value, values)
                .compare(a, b);

        assertThat(a.isBeyond(b, ascending)).isEqualTo(expected > 0);
        assertThat(b.isBeyond(a, ascending)).isEqualTo(expected < 0);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 0", "-1, 1", "1, -9223372036854775808"})
    void construct_epochOrLapBelowOne_refused(long epoch, long lap) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Position(epoch, lap, 1));
    }
}
