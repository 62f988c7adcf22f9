package dev.seqd.bench;

import dev.seqd.core.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Callers on a thread each, all calling as fast as they are answered. Confined to its owner's thread; for one use. */
final class CallerTeam {
    /** All callers together record no more: half a gigabyte. */
    private static final int MAX_CALLS = 20_000_000;

    private final Ticker ticker;
    private final List<Caller> callers;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile boolean running = true;

    /** A team of one caller for each supplier, which is called by that caller only. */
    CallerTeam(List<LongSupplier> sequences, Ticker ticker) {
        this.ticker = ticker;
        this.callers = sequences.stream()
                .map(sequence -> new Caller(sequence, ticker, new CallLog(MAX_CALLS / sequences.size())))
                .toList();
    }

    void start() {
        for (Caller caller : callers) {
            Thread thread = new Thread(() -> caller.callWhile(() -> running), "bench-caller-" + threads.size());
            thread.setDaemon(true);
            thread.setUncaughtExceptionHandler((dead, cause) -> failure.compareAndSet(null, cause));
            threads.add(thread);
        }
        threads.forEach(Thread::start);
    }

    /**
     * Makes sure that all still call.
     *
     * @throws BenchException if one has died
     */
    void requireAlive() {
        Throwable cause = failure.get();
        if (cause != null) {
            String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
            throw new BenchException("a caller died: " + message, cause);
        }
    }

    /** How many calls have ended. */
    long calls() {
        return callers.stream().mapToLong(Caller::calls).sum();
    }

    /** Lets no further call begin. */
    void end() {
        running = false;
    }

    /**
     * Waits for the calls that had begun when it was ended.
     *
     * @throws BenchException if one takes longer than {@code patience}, or a caller has died
     */
    void awaitEnd(Duration patience) {
        long deadline = ticker.nanos() + patience.toNanos();
        for (Thread thread : threads) {
            join(thread, Math.max(1, (deadline - ticker.nanos()) / 1_000_000));
            if (thread.isAlive()) {
                throw new BenchException("a call has not returned " + patience.toSeconds() + " s after the end");
            }
        }
        requireAlive();
    }

    private static void join(Thread thread, long millis) {
        try {
            thread.join(millis);
        } catch (InterruptedException e) {
            throw BenchException.interrupted(e);
        }
    }

    /** What was recorded; only after {@link #awaitEnd}. */
    List<CallLog> logs() {
        return callers.stream().map(Caller::log).toList();
    }

    /** The calls that failed, by their errors; only after {@link #awaitEnd}. */
    CallStats failures() {
        CallStats sum = new CallStats(1);
        callers.forEach(caller -> sum.add(caller.failures()));
        return sum;
    }
}
