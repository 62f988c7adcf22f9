package dev.seqd.command;

import dev.seqd.core.Ticker;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * The nodes of a local cluster as processes. Confined to the thread that made it, which also closes it; a signal tells that
 * thread when it is time.
 */
final class LocalCluster implements AutoCloseable {
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    private final EndSignal signal;
    private final PrintWriter out;
    private final Ticker ticker = Ticker.system();
    private final List<NodeProcess> running = new ArrayList<>();
    private final Map<NodeProcess, Long> pausingUntilNanos = new LinkedHashMap<>();

    LocalCluster(EndSignal signal, PrintWriter out) {
        this.signal = signal;
        this.out = out;
    }

    /** Starts a node, which is not up yet. */
    void add(NodeProcess node) {
        node.start();
        running.add(node);
    }

    /** Waits until all are up; false if the end was asked for before, or one did not start, which is said. */
    boolean awaitUp(PrintWriter err) {
        for (NodeProcess node : running) {
            if (!node.awaitUp(signal)) {
                complain(node, err);
                return false;
            }
            say(node + " is up at " + node.endpoint() + ", its log is " + node.log());
        }
        return true;
    }

    private void complain(NodeProcess node, PrintWriter err) {
        if (!signal.isAsked()) {
            err.println("seqd: " + node + " did not start; see " + node.log());
        }
    }

    /** Tells of every node that ends, and goes on until the end is asked for, or no node is left; the exit code. */
    int watch(boolean restart) throws InterruptedException {
        while (!running.isEmpty() || !pausingUntilNanos.isEmpty()) {
            awaitChange();
            if (signal.isAsked()) {
                return ExitCode.OK;
            }
            noteEnds(restart);
            startDue();
        }
        say("No node is left.");
        return ExitCode.ERROR;
    }

    private void awaitChange() throws InterruptedException {
        CompletableFuture<?>[] changes = Stream.concat(
                        Stream.of(signal.asked()), running.stream().map(NodeProcess::onEnd))
                .toArray(CompletableFuture[]::new);
        try {
            CompletableFuture.anyOf(changes).get(untilNextStartNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            // A pause is over.
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot wait for the nodes", e);
        }
    }

    private long untilNextStartNanos() {
        long now = ticker.nanos();
        return pausingUntilNanos.values().stream()
                .mapToLong(due -> Math.max(0, due - now))
                .min()
                .orElse(LONGEST_WAIT.toNanos());
    }

    private void noteEnds(boolean restart) {
        List<NodeProcess> ended =
                running.stream().filter(node -> !node.isAlive()).toList();
        running.removeAll(ended);
        for (NodeProcess node : ended) {
            say(node + " ended with code " + node.exitCode());
            if (restart && node.exitCode() != ExitCode.OK) {
                plan(node);
            }
        }
    }

    private void plan(NodeProcess node) {
        node.pauseAfterEnd()
                .ifPresentOrElse(
                        pause -> pausingUntilNanos.put(node, ticker.nanos() + pause.toNanos()),
                        () -> say(node + " ended soon after its start too often, and is not started again; see "
                                + node.log()));
    }

    private void startDue() {
        long now = ticker.nanos();
        List<NodeProcess> due = pausingUntilNanos.entrySet().stream()
                .filter(entry -> entry.getValue() - now <= 0)
                .map(Map.Entry::getKey)
                .toList();
        for (NodeProcess node : due) {
            pausingUntilNanos.remove(node);
            add(node);
            say(node + " started again");
        }
    }

    private void say(String line) {
        out.println(line);
        out.flush();
    }

    /** Ends all that run. Blocks until they have ended. */
    @Override
    public void close() {
        running.forEach(NodeProcess::askToEnd);
        running.forEach(NodeProcess::awaitEnd);
    }
}
