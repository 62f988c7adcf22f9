package dev.seqd.http;

import dev.seqd.client.SeqClient;
import dev.seqd.client.SequenceUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Takes numbers in one thread as fast as it gets them, and goes on when there is none in time. */
final class Drain implements AutoCloseable {
    private final SeqClient client;
    private final String name;
    private final List<Long> values = new ArrayList<>();
    private final AtomicInteger count = new AtomicInteger();
    private final Thread thread;
    private volatile boolean stopped;

    Drain(SeqClient client, String name) {
        this.client = client;
        this.name = name;
        this.thread = new Thread(this::run, "drain-" + name);
        thread.start();
    }

    private void run() {
        while (!stopped) {
            try {
                values.add(client.next(name));
                count.incrementAndGet();
            } catch (SequenceUnavailableException e) {
                // As it must be during an outage.
            } catch (IllegalStateException e) {
                return; // The client is closed.
            }
        }
    }

    int count() {
        return count.get();
    }

    List<Long> stop() {
        close();
        return values;
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
