package dev.seqd.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CallLogTest {
    @Test
    void add_moreThanAChunk_keepsAll() {
        CallLog log = new CallLog(20_000);
        for (int i = 0; i < 20_000; i++) {
            log.add(3L * i, 3L * i + 1, -i);
        }

        assertThat(log.size()).isEqualTo(20_000);
        for (int i = 0; i < 20_000; i++) {
            assertThat(log.beginNanos(i)).isEqualTo(3L * i);
            assertThat(log.endNanos(i)).isEqualTo(3L * i + 1);
            assertThat(log.value(i)).isEqualTo(-i);
        }
    }

    @Test
    void add_full_saysWhatToDo() {
        CallLog log = new CallLog(1);
        log.add(1, 2, 3);

        assertThatThrownBy(() -> log.add(3, 4, 5))
                .isInstanceOf(BenchException.class)
                .hasMessageContaining("--duration");
    }
}
