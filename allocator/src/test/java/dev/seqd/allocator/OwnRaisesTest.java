package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.core.Block;
import dev.seqd.core.Cursor;
import dev.seqd.core.Extremes;
import dev.seqd.core.Position;
import dev.seqd.core.Reach;
import org.junit.jupiter.api.Test;

class OwnRaisesTest {
    private static final Reach BEGINNING = new Reach(1, null, new Cursor(1, false), null);

    private final OwnRaises raises = new OwnRaises();

    private static Position at(long value) {
        return new Position(1, 1, value);
    }

    private void raised(long first, long last) {
        raises.add(
                first == 1
                        ? BEGINNING
                        : new Reach(1, first - 1, new Cursor(first - 1, true), new Extremes(1, first - 1)),
                new Block(first, 1, last - first + 1, 1, 1),
                false);
    }

    @Test
    void reachBefore_firstValueOfARaise_isWhatWasReachedBeforeIt() {
        raised(1, 10);
        raised(11, 20);

        assertThat(raises.reachBefore(at(1))).isEqualTo(BEGINNING);
        assertThat(raises.reachBefore(at(11))).isEqualTo(new Reach(1, 10L, new Cursor(10, true), new Extremes(1, 10)));
    }

    @Test
    void reachBefore_valueWithinARaise_isTheOneBeforeIt() {
        raised(1, 10);
        raised(11, 20);

        assertThat(raises.reachBefore(at(5))).isEqualTo(new Reach(1, 4L, new Cursor(4, true), new Extremes(1, 4)));
        assertThat(raises.reachBefore(at(20))).isEqualTo(new Reach(1, 19L, new Cursor(19, true), new Extremes(1, 19)));
    }

    @Test
    void reachBefore_raiseThatHeals_goesNotBackBehindItsFirstValue() {
        Reach lost = new Reach(1, 10L, new Cursor(10, true), new Extremes(1, 10));
        raises.add(lost, new Block(51, 1, 10, 1, 1), true);
        raised(61, 70);

        assertThat(raises.reachBefore(at(51))).isNull();
        assertThat(raises.reachBefore(at(52))).isEqualTo(new Reach(1, 51L, new Cursor(51, true), new Extremes(1, 51)));
        assertThat(raises.reachBefore(at(61))).isEqualTo(new Reach(1, 60L, new Cursor(60, true), new Extremes(1, 60)));
    }

    @Test
    void reachBefore_valueOfNoRaise_isUnknown() {
        raised(11, 20);

        assertThat(raises.reachBefore(at(10))).isNull();
        assertThat(raises.reachBefore(at(21))).isNull();
        raises.forget();
        assertThat(raises.reachBefore(at(11))).isNull();
    }

    @Test
    void add_manyRaises_remembersTheNewestOnly() {
        for (long i = 0; i < 100; i++) {
            raised(i * 10 + 1, i * 10 + 10);
        }

        assertThat(raises.reachBefore(at(1))).isNull();
        assertThat(raises.reachBefore(at(995))).isNotNull();
    }
}
