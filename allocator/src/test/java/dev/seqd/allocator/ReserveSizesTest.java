package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.core.RefillPolicy;
import dev.seqd.core.SequenceDefinition;
import dev.seqd.core.SequenceOptions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a Counter raises ahead of need soon fits the demand, with the sizes that are configured by default. */
class ReserveSizesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int QUICK = 5000;
    private static final long BUFFER_SECONDS = 300;
    private static final SequenceDefinition DEFINITION = SequenceDefinition.of(SequenceOptions.NONE);
    private static final CounterSettings SETTINGS = new CounterSettings(
            new RefillPolicy(2000, 100_000_000, Duration.ofMinutes(5), Duration.ofMinutes(10)),
            1_000_000,
            1000,
            Duration.ofSeconds(4),
            Duration.ofSeconds(2),
            1_000_000,
            Duration.ofMillis(200),
            Duration.ofSeconds(3));

    private final ReserveSizes sizes = new ReserveSizes(SETTINGS, 0);
    private long held;
    private int raises;
    private long now;

    /** Nodes tell of a use, and take as much from the reserve; it is raised for what is missing, and ahead of need. */
    private void use(long count) {
        sizes.used(count, now);
        long missing = Math.max(0, count - held);
        held = Math.max(0, held - count);
        long surplus = sizes.surplus(DEFINITION, held, Long.MAX_VALUE, now);
        if (missing + surplus > 0) {
            sizes.raised(missing + surplus, now);
            held += surplus;
            raises++;
        }
    }

    private void useQuickly(int minutes) {
        for (int half = 0; half < minutes * 2; half++) {
            use(30L * QUICK);
            now += 30 * SECOND;
        }
    }

    @Test
    void sizes_quickUse_settleWithinTwoMinutes() {
        useQuickly(2);
        assertThat(held).isGreaterThan(BUFFER_SECONDS * QUICK);
        int before = raises;
        useQuickly(60);

        assertThat(raises - before).as("a raise lasts for five minutes").isLessThanOrEqualTo(13);
        assertThat(held).isBetween(BUFFER_SECONDS * QUICK / 2, 4 * BUFFER_SECONDS * QUICK);
    }

    @Test
    void sizes_slowUse_stayAtTheLeast() {
        for (int minute = 0; minute < 600; minute++) {
            use(1);
            now += 60 * SECOND;
        }

        assertThat(raises).isEqualTo(1);
        assertThat(held).isLessThanOrEqualTo(2000);
    }
}
