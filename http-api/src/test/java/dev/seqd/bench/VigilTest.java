package dev.seqd.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class VigilTest {
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong calls = new AtomicLong();
    private final List<Duration> pauses = new ArrayList<>();
    private final StringWriter out = new StringWriter();

    @Test
    void keep_time_checksOnceASecondToTheEnd() {
        AtomicLong checks = new AtomicLong();

        vigil().keep("measuring", Duration.ofMillis(2500), calls::get, checks::incrementAndGet);

        assertThat(pauses).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofMillis(500));
        assertThat(checks.get()).isEqualTo(3);
        assertThat(out.toString()).contains("measuring 1 of 2 s, 1,000 calls in the last second");
    }

    @Test
    void keep_noTime_returnsAtOnce() {
        vigil().keep("warm-up", Duration.ZERO, calls::get, () -> {});

        assertThat(pauses).isEmpty();
    }

    private Vigil vigil() {
        return new Vigil(new Progress(new PrintWriter(out, true), true), this::pass, nanos::get);
    }

    private void pass(Duration time) {
        pauses.add(time);
        nanos.addAndGet(time.toNanos());
        calls.addAndGet(1000);
    }
}
