package dev.seqd.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SteadyRunTest {
    @Test
    void run_atARate_callsBothAsOftenAsPlanned() {
        AtomicLong first = new AtomicLong();
        AtomicLong second = new AtomicLong();
        Lane firstLane = new Lane();
        SteadyRun run = new SteadyRun(first::incrementAndGet, second::incrementAndGet, 1000);
        double reached = run.run(Duration.ofMillis(100), firstLane, new Lane());
        assertThat(first).hasValueLessThanOrEqualTo(100);
        assertThat(second).hasValue(first.get());
        assertThat(firstLane.figures().calls()).isEqualTo(first.get());
        assertThat(reached).isPositive();
    }
}
