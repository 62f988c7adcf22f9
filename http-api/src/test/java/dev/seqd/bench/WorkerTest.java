package dev.seqd.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.bench.Fault.Kind;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerTest {
    private static final long MILLI = 1_000_000;
    private static final int[] RANKS = {42};

    @TempDir
    private Path directory;

    private final AtomicLong now = new AtomicLong();
    private final OrderGuard order = new OrderGuard(3, RANKS);

    @Test
    void callIfDue_notDue_makesNoCall() {
        Worker worker = worker(() -> 1);

        assertThat(worker.callIfDue(Phase.WARM_UP)).isFalse();
        assertThat(worker.begun()).isZero();
    }

    @Test
    void callIfDue_due_recordsValueAndLatencyInItsPhase() {
        Worker worker = worker(() -> taking(40 * MILLI, 1));
        now.set(MILLI);

        assertThat(worker.callIfDue(Phase.MEASURED)).isTrue();

        CallStats stats = worker.stats(Phase.MEASURED);
        assertThat(stats.issued()).isEqualTo(1);
        assertThat(stats.local()).isZero();
        assertThat(stats.hottest()).isEqualTo(1);
        assertThat(stats.latency().getMaxValue() / (double) MILLI).isBetween(40.0, 41.0);
        assertThat(worker.stats(Phase.WARM_UP).issued()).isZero();
        assertThat(worker.recorder().recorded()).isEqualTo(1);
        assertThat(worker.ended()).isEqualTo(1);
    }

    @Test
    void callIfDue_callWithinTheLimit_countsAsLocal() {
        Worker worker = worker(() -> taking(CallStats.LOCAL_NANOS, 1));
        now.set(MILLI);
        worker.callIfDue(Phase.MEASURED);

        assertThat(worker.stats(Phase.MEASURED).local()).isEqualTo(1);
    }

    @Test
    void callIfDue_failure_isCountedByCodeWithASample() {
        Worker worker = worker(() -> {
            throw new SeqdException(SeqdError.UNAVAILABLE, "no node answers");
        });
        now.set(2 * MILLI);
        worker.callIfDue(Phase.MEASURED);
        worker.callIfDue(Phase.MEASURED);

        CallStats stats = worker.stats(Phase.MEASURED);
        assertThat(stats.failures()).containsOnlyKeys("unavailable").containsEntry("unavailable", 2L);
        assertThat(stats.samples()).containsEntry("unavailable", "no node answers");
        assertThat(stats.issued()).isZero();
        assertThat(stats.local()).isZero();
        assertThat(stats.latency().getTotalCount()).isEqualTo(2);
        assertThat(worker.ended()).isEqualTo(2);
    }

    @Test
    void callIfDue_valueBehindAnotherThreadsEarlierCall_isAnOrderFault() {
        Worker worker = worker(() -> 7);
        order.raise(0, 10);
        now.set(MILLI);
        worker.callIfDue(Phase.WARM_UP);

        assertThat(order.violations()).isEqualTo(1);
        assertThat(order.faults()).containsExactly(new Fault(Kind.ORDER, 42, 7, 3, 3));
        assertThat(order.floor(0)).isEqualTo(10);
    }

    @Test
    void callIfDue_valueBehindACallThatEndedMeanwhile_isInOrder() {
        Worker worker = worker(() -> {
            order.raise(0, 10);
            return 7;
        });
        now.set(MILLI);
        worker.callIfDue(Phase.WARM_UP);

        assertThat(order.violations()).isZero();
    }

    @Test
    void callIfDue_valueBehindThisThreadsOwn_isLeftToTheHistory() {
        AtomicLong next = new AtomicLong(10);
        Worker worker = worker(next::getAndDecrement);
        now.set(2 * MILLI);
        worker.callIfDue(Phase.WARM_UP);
        worker.callIfDue(Phase.WARM_UP);
        worker.recorder().close();

        assertThat(order.violations()).isZero();
        assertThat(HistoryVerifier.verify(HistoryFile.readAll(directory)).orderViolations())
                .isEqualTo(1);
    }

    private long taking(long nanos, long value) {
        now.addAndGet(nanos);
        return value;
    }

    private Worker worker(LongSupplier sequence) {
        ClientLoad load = new ClientLoad(
                List.of(sequence), new AliasSampler(new double[] {1}), new Pacer(1_000, 0), order, now::get);
        RunRecorder recorder = new RunRecorder(RANKS, 1, new HistoryFile(directory, 3, 0));
        return new Worker(load, new SplittableRandom(1), recorder);
    }
}
