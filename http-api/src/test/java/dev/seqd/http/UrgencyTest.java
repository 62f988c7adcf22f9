package dev.seqd.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class UrgencyTest {
    private final Urgency urgency = new Urgency();

    @Test
    void more_callersComeOneByOne_isToldAtEachDoubling() {
        urgency.told(1);

        assertThat(LongStream.rangeClosed(1, 10).map(urgency::more).boxed())
                .containsExactly(0L, 1L, 0L, 2L, 0L, 0L, 0L, 4L, 0L, 0L);
    }

    @Test
    void more_requestWentOutForMany_countsFromThere() {
        urgency.told(100);

        assertThat(urgency.more(199)).isZero();
        assertThat(urgency.more(200)).isEqualTo(100);
    }
}
