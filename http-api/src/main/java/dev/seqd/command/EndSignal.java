package dev.seqd.command;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C or SIGTERM, passed on to the one thread that owns what is to be ended. The JVM's end waits until that thread has
 * closed this, for a minute and a half at most. Thread-safe.
 */
final class EndSignal implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(90);

    private final CompletableFuture<Void> asked = new CompletableFuture<>();
    private final CountDownLatch ended = new CountDownLatch(1);

    private EndSignal() {}

    /** Listens from now on. */
    static EndSignal install() {
        EndSignal signal = new EndSignal();
        Runtime.getRuntime().addShutdownHook(new Thread(signal::askAndWait, "seqd-shutdown"));
        return signal;
    }

    private void askAndWait() {
        asked.complete(null);
        try {
            boolean unused = ended.await(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the JVM is about to end. */
    boolean isAsked() {
        return asked.isDone();
    }

    /** Completes when the JVM is about to end. */
    CompletableFuture<Void> asked() {
        return asked.copy();
    }

    /** Says that all has ended. */
    @Override
    public void close() {
        ended.countDown();
    }
}
