package dev.seqd.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.seqd.core.Ticker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CrewTest {
    private static final int[] RANKS = {0};
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    private final Ticker ticker = Ticker.system();
    private final AtomicLong next = new AtomicLong();
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void releaseCalls() {
        release.countDown();
    }

    @Test
    void watch_oneCallBlocks_othersGoOn() {
        Crew crew = crew(3, () -> next.incrementAndGet() == 1 ? blocked(1) : next.get());
        crew.start();
        await().atMost(PATIENCE).until(() -> watched(crew) > 100);

        release.countDown();
        crew.stop(PATIENCE, ticker);

        assertThat(crew.stats(Phase.WARM_UP).issued()).isEqualTo(crew.calls());
        assertThat(crew.closeHistory()).isEqualTo(crew.calls());
    }

    @Test
    void watch_allCallsBlock_waitsAndThenGoesOn() {
        Crew crew = crew(2, () -> next.incrementAndGet() <= 2 ? blocked(next.get()) : next.get());
        crew.start();
        await().atMost(PATIENCE).until(() -> watched(crew) == 0 && next.get() == 2);
        crew.watch();
        assertThat(crew.calls()).isZero();

        release.countDown();
        await().atMost(PATIENCE).until(() -> watched(crew) > 100);
        crew.stop(PATIENCE, ticker);
    }

    @Test
    void enter_measured_laterCallsBelongToIt() {
        Crew crew = crew(1, next::incrementAndGet);
        crew.start();
        await().atMost(PATIENCE).until(() -> watched(crew) > 10);
        crew.enter(Phase.MEASURED);
        long before = crew.calls();
        await().atMost(PATIENCE).until(() -> watched(crew) > before + 10);
        crew.stop(PATIENCE, ticker);

        assertThat(crew.stats(Phase.WARM_UP).issued()).isPositive();
        assertThat(crew.stats(Phase.MEASURED).issued()).isPositive();
    }

    @Test
    void watch_workerDied_saysWhy() {
        Crew crew = crew(2, () -> {
            throw new IllegalStateException("a bug of the client");
        });
        crew.start();

        assertThatThrownBy(() -> await().atMost(PATIENCE).until(() -> watched(crew) < 0))
                .isInstanceOf(BenchException.class)
                .hasMessageContaining("a bug of the client");
    }

    @Test
    void stop_callNeverReturns_isReported() {
        Crew crew = crew(1, () -> blocked(1));
        crew.start();
        await().atMost(PATIENCE).until(() -> next.get() == 1);

        assertThatThrownBy(() -> crew.stop(Duration.ofMillis(10), ticker))
                .isInstanceOf(BenchException.class)
                .hasMessageContaining("has not returned");
    }

    private static long watched(Crew crew) {
        crew.watch();
        return crew.calls();
    }

    private long blocked(long value) {
        next.compareAndSet(0, 1);
        try {
            release.await();
        } catch (InterruptedException e) {
            throw BenchException.interrupted(e);
        }
        return value;
    }

    private Crew crew(int threads, LongSupplier sequence) {
        ClientLoad load = new ClientLoad(
                List.of(sequence),
                new AliasSampler(new double[] {1}),
                new Pacer(10_000, ticker.nanos()),
                new OrderGuard(0, RANKS),
                ticker);
        List<Worker> workers = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            RunRecorder recorder = new RunRecorder(RANKS, 1, new HistoryFile(directory, 0, thread));
            workers.add(new Worker(load, new SplittableRandom(thread), recorder));
        }
        return new Crew(workers);
    }
}
