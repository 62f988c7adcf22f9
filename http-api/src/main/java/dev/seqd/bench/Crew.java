package dev.seqd.bench;

import dev.seqd.core.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The threads of one client process, of which one at a time has the lead and follows the schedule. When the lead is stuck in
 * a call, {@link #watch} gives the lead to another, so that a call that blocks holds up itself and no other; while none
 * blocks, a process costs one thread that wakes every two milliseconds. Only when every thread is in a blocked call does the
 * schedule wait.
 *
 * <p>Confined to its owner's thread.
 */
final class Crew {
    private static final long CALM_MILLIS = 10;
    private static final long BUSY_MILLIS = 1;
    private static final int CALM_AFTER_WATCHES = 100;
    private static final long TICK_NANOS = Duration.ofMillis(2).toNanos();

    private final List<Worker> workers;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile int lead;
    private volatile Phase phase = Phase.WARM_UP;
    private volatile boolean running = true;
    private long begunAtLastWatch;
    private int watchesSinceStuck;

    Crew(List<Worker> workers) {
        this.workers = List.copyOf(workers);
    }

    /** Begins to work; once only. */
    void start() {
        for (int i = 0; i < workers.size(); i++) {
            int me = i;
            Thread thread = new Thread(() -> work(me), "bench-" + me);
            thread.setDaemon(true);
            thread.setUncaughtExceptionHandler((dead, cause) -> failure.compareAndSet(null, cause));
            threads.add(thread);
        }
        threads.forEach(Thread::start);
    }

    private void work(int me) {
        Worker worker = workers.get(me);
        while (running) {
            if (lead != me) {
                LockSupport.park(this);
            } else if (!worker.callIfDue(phase)) {
                LockSupport.parkNanos(this, TICK_NANOS);
            }
        }
    }

    /**
     * Gives the lead to a free thread if the one that has it is in the same call as at the last watch. Call this every {@link
     * #watchMillis} milliseconds.
     *
     * @throws BenchException if a thread has died of an unexpected exception
     */
    void watch() {
        Throwable cause = failure.get();
        if (cause != null) {
            throw new BenchException("a worker died: " + cause, cause);
        }
        if (isStuck(workers.get(lead))) {
            watchesSinceStuck = 0;
            passLead();
        }
        watchesSinceStuck++;
        begunAtLastWatch = workers.get(lead).begun();
    }

    /** How long to wait before the next {@link #watch}: short while calls block, as they do when a client has just begun. */
    long watchMillis() {
        return watchesSinceStuck < CALM_AFTER_WATCHES ? BUSY_MILLIS : CALM_MILLIS;
    }

    private boolean isStuck(Worker worker) {
        long begun = worker.begun();
        return begun == begunAtLastWatch && worker.ended() < begun;
    }

    private void passLead() {
        for (int i = 0; i < workers.size(); i++) {
            if (i != lead && workers.get(i).ended() == workers.get(i).begun()) {
                lead = i;
                LockSupport.unpark(threads.get(i));
                return;
            }
        }
    }

    /** Calls that begin from now on are of the phase. */
    void enter(Phase next) {
        phase = next;
    }

    /** How many calls have come to an end since the start. */
    long calls() {
        return workers.stream().mapToLong(Worker::ended).sum();
    }

    /**
     * Begins no further call and waits for those that have begun.
     *
     * @throws BenchException if one takes longer than {@code patience}
     */
    void stop(Duration patience, Ticker ticker) {
        running = false;
        threads.forEach(LockSupport::unpark);
        long deadline = ticker.nanos() + patience.toNanos();
        for (Thread thread : threads) {
            long millis = Math.max(1, (deadline - ticker.nanos()) / 1_000_000);
            join(thread, millis);
            if (thread.isAlive()) {
                throw new BenchException("a call has not returned " + patience.toSeconds() + " s after the end");
            }
        }
        watch();
    }

    private static void join(Thread thread, long millis) {
        try {
            thread.join(millis);
        } catch (InterruptedException e) {
            throw BenchException.interrupted(e);
        }
    }

    /** What all workers together did in a phase; only after {@link #stop}. */
    CallStats stats(Phase of) {
        CallStats sum = new CallStats(workers.get(0).stats(of).sequences());
        workers.forEach(worker -> sum.add(worker.stats(of)));
        return sum;
    }

    /** Completes the history; only after {@link #stop}. Returns how many values it holds. */
    long closeHistory() {
        workers.forEach(worker -> worker.recorder().close());
        return workers.stream()
                .mapToLong(worker -> worker.recorder().recorded())
                .sum();
    }
}
