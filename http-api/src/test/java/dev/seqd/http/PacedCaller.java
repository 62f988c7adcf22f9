package dev.seqd.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Takes numbers of the sequence {@code s} one after the other, with pauses, and notes how long each took. */
final class PacedCaller implements AutoCloseable {
    private static final long PAUSE_NANOS = Duration.ofMillis(5).toNanos();

    private final LiveNode node;
    private final List<Long> nanos = Collections.synchronizedList(new ArrayList<>());
    private final long startNanos = System.nanoTime();
    private final Thread thread;
    private final AtomicInteger failed = new AtomicInteger();
    private volatile boolean stopped;

    PacedCaller(LiveNode node) {
        this.node = node;
        this.thread = new Thread(this::run, "paced-caller");
        thread.start();
    }

    private void run() {
        while (!stopped) {
            long before = System.nanoTime();
            int status = node.call("POST", "/v1/sequences/s/next", "").status();
            nanos.add(System.nanoTime() - before);
            failed.addAndGet(status == 200 ? 0 : 1);
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** How long it has been at it. */
    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }

    /** The time that 99 of 100 calls kept within. */
    Duration percentile99() {
        List<Long> sorted = new ArrayList<>(List.of(nanos.toArray(Long[]::new)));
        Collections.sort(sorted);
        return Duration.ofNanos(sorted.get(sorted.size() * 99 / 100));
    }

    int failures() {
        return failed.get();
    }

    @Override
    public void close() {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
