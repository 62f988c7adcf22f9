package dev.seqd.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IntervalsTest {
    private static final long STEP = 3;
    private static final int PLACES = 60;

    private final Intervals intervals = new Intervals();
    private final Set<Integer> model = new HashSet<>();

    @Test
    void addAndMove_anything_asASetOfNumbers() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            int low = random.nextInt(PLACES);
            int high = low + random.nextInt(5);
            if (random.nextInt(12) == 0) {
                intervals.moveTo(new Intervals(), new Intervals.Span(low * STEP, high * STEP, STEP));
                remove(low, high);
            } else {
                boolean isFree = isFree(low, high);
                assertThat(intervals.meets(low * STEP, high * STEP)).isEqualTo(!isFree);
                assertThat(intervals.add(low * STEP, high * STEP, STEP)).isEqualTo(isFree);
                add(low, high, isFree);
            }
        }
    }

    @Test
    void add_atBothEndsOf64Bits_doesNotOverflow() {
        assertThat(intervals.add(Long.MAX_VALUE - 1, Long.MAX_VALUE, 1)).isTrue();
        assertThat(intervals.add(Long.MIN_VALUE, Long.MIN_VALUE, 1)).isTrue();
        assertThat(intervals.add(0, Long.MAX_VALUE - 2, 1)).isTrue();
        assertThat(intervals.add(Long.MAX_VALUE, Long.MAX_VALUE, 1)).isFalse();
        assertThat(intervals).hasToString(Long.MIN_VALUE + ".." + Long.MIN_VALUE + ", 0.." + Long.MAX_VALUE);
    }

    private boolean isFree(int low, int high) {
        boolean free = true;
        for (int i = low; i <= high; i++) {
            free &= !model.contains(i);
        }
        return free;
    }

    private void add(int low, int high, boolean isFree) {
        for (int i = low; i <= high && isFree; i++) {
            model.add(i);
        }
    }

    private void remove(int low, int high) {
        for (int i = low; i <= high; i++) {
            model.remove(i);
        }
    }
}
