package dev.seqd.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import dev.seqd.core.Ticker;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CallerTeamTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Ticker ticker = Ticker.system();
    private final AtomicLong counter = new AtomicLong();
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void releaseCalls() {
        release.countDown();
    }

    @Test
    void start_severalCallers_allCallsAreRecorded() {
        CallerTeam team = team(4, counter::incrementAndGet);
        await().atMost(PATIENCE).until(() -> team.calls() > 1000);
        team.end();
        team.awaitEnd(PATIENCE);

        LinearHistory.Verdict verdict = LinearHistory.check(team.logs());

        assertThat(verdict.passed()).isTrue();
        assertThat(verdict.calls()).isEqualTo(counter.get()).isEqualTo(team.calls());
    }

    @Test
    void failures_refusedCalls_areCountedByCode() {
        CallerTeam team = team(2, () -> {
            if (counter.incrementAndGet() % 2 == 0) {
                throw new SeqdException(SeqdError.OVERLOADED, "too much");
            }
            return counter.get();
        });
        await().atMost(PATIENCE).until(() -> team.calls() > 100);
        team.end();
        team.awaitEnd(PATIENCE);

        assertThat(team.failures().failures()).containsOnlyKeys("overloaded");
        assertThat(team.failures().samples()).containsEntry("overloaded", "too much");
    }

    @Test
    void requireAlive_callerDied_saysWhy() {
        CallerTeam team = team(1, () -> {
            throw new IllegalStateException("connection lost");
        });

        assertThatThrownBy(() -> team.awaitEnd(PATIENCE))
                .isInstanceOf(BenchException.class)
                .hasMessageContaining("connection lost");
        assertThatThrownBy(team::requireAlive).isInstanceOf(BenchException.class);
    }

    @Test
    void awaitEnd_callNeverReturns_isReported() {
        CallerTeam team = team(1, () -> {
            counter.incrementAndGet();
            return blocked();
        });
        await().atMost(PATIENCE).until(() -> counter.get() == 1);
        team.end();

        assertThatThrownBy(() -> team.awaitEnd(Duration.ofMillis(10)))
                .isInstanceOf(BenchException.class)
                .hasMessageContaining("has not returned");
    }

    private long blocked() {
        try {
            release.await();
            return 1;
        } catch (InterruptedException e) {
            throw BenchException.interrupted(e);
        }
    }

    private CallerTeam team(int callers, LongSupplier sequence) {
        CallerTeam team = new CallerTeam(Collections.nCopies(callers, sequence), ticker);
        team.start();
        return team;
    }
}
