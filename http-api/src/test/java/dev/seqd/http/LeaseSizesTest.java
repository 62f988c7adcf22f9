package dev.seqd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.allocator.Grant;
import dev.seqd.allocator.LeaseRequest;
import dev.seqd.allocator.Terms;
import dev.seqd.core.Block;
import dev.seqd.core.RefillPolicy;
import dev.seqd.core.SeqdException;
import dev.seqd.core.Sizing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a node keeps of a counter, and advises its callers, soon fits the demand. */
class LeaseSizesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int QUICK = 5000;
    private static final int SETTLED_SECONDS = 120;
    private static final HttpSettings SETTINGS = new HttpSettings(
            "127.0.0.1",
            0,
            "",
            Duration.ofSeconds(5),
            1000,
            new RefillPolicy(200, 10_000_000, Duration.ofSeconds(30), Duration.ofSeconds(60)),
            Duration.ofMillis(100),
            Duration.ofSeconds(2),
            Duration.ofMinutes(15),
            100_000,
            new ConnectionLimits(Duration.ofSeconds(25), Duration.ofSeconds(20)));

    private final List<LeaseRequest> requests = new ArrayList<>();
    private final LeaseState<String> lease =
            new LeaseState<>(SETTINGS, new NodeCounts(), new Random(1), new AtOnce(), 0);
    private long next = 1;
    private long given;
    private long suggested;
    private long now;

    /** The Counter grants all that it is asked for, when {@link #answer} is called. */
    private final class AtOnce implements LeaseOutput<String> {
        @Override
        public void lease(LeaseRequest request) {
            requests.add(request);
        }

        @Override
        public void give(String replyTo, Taken taken) {
            given += taken.block().count();
            suggested = taken.suggested();
        }

        @Override
        public void refuse(String replyTo, SeqdException refusal) {
            throw new AssertionError(refusal);
        }
    }

    private int answered;

    private void answer() {
        while (answered < requests.size()) {
            Block block = new Block(next, 1, requests.get(answered++).count(), 1, 1);
            next += block.count();
            lease.leased(new Grant("g", block, new Terms(false, null, Sizing.CONFIGURED), Long.MAX_VALUE), now);
        }
    }

    private void take(long count) {
        lease.take(new Wanted(count, count, null), "caller", now);
        answer();
    }

    private long held() {
        return next - 1 - given;
    }

    private void useQuickly(int seconds) {
        for (int tenth = 0; tenth < seconds * 10; tenth++) {
            take(QUICK / 10);
            now += SECOND / 10;
        }
    }

    @Test
    void sizes_quickUse_settleWithinTwoMinutes() {
        useQuickly(SETTLED_SECONDS);
        assertThat(suggested).isBetween(29L * QUICK, 31L * QUICK);
        assertThat(held()).isBetween(29L * QUICK, 62L * QUICK);
        int before = requests.size();
        useQuickly(SETTLED_SECONDS);

        assertThat(requests.size() - before)
                .as("a lease lasts for half a minute")
                .isBetween(3, 5);
    }

    @Test
    void sizes_slowUse_stayAtTheLeast() {
        for (int minute = 0; minute < 60; minute++) {
            take(1);
            now += 60 * SECOND;
        }

        assertThat(suggested).isEqualTo(50);
        assertThat(held()).isLessThanOrEqualTo(201);
        assertThat(requests).hasSize(1);
    }

    @Test
    void sizes_quickUseEnds_adviceFitsSlowUseWithinTwoMinutes() {
        useQuickly(SETTLED_SECONDS);
        now += SETTLED_SECONDS * SECOND;
        take(1);

        assertThat(suggested).isEqualTo(50);
    }

    @Test
    void suggested_blockCutToWhatIsAtHand_isWhatWasAskedFor() {
        take(1);
        long asked = 100 * held();
        take(asked);

        assertThat(given).isLessThan(asked);
        assertThat(suggested).isEqualTo(asked);
    }
}
