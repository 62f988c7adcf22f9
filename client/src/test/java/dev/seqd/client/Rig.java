package dev.seqd.client;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** An engine under a clock, nodes and executors of the test's: nothing happens on another thread. */
final class Rig implements CacheListener {
    static final Duration TICK = Duration.ofMillis(50);
    static final Duration MAX_WAIT = Duration.ofSeconds(5);

    final ManualTicker ticker = new ManualTicker();
    final ScriptedSource source = new ScriptedSource();
    final Engine engine;
    final AtomicInteger wakes = new AtomicInteger();
    final List<String> changes = new ArrayList<>();
    private boolean executing = true;

    Rig(String... endpoints) {
        this(10_000_000, endpoints);
    }

    Rig(long maxCached, String... endpoints) {
        Settings settings = new Settings(MAX_WAIT, Settings.policy(Duration.ofSeconds(30), maxCached), "test", true);
        List<URI> nodes = Endpoints.of(endpoints.length == 0 ? new String[] {"http://a"} : endpoints);
        Engine.Parts parts =
                new Engine.Parts(source, ticker, () -> 0.0, this::execute, Runnable::run, wakes::incrementAndGet, this);
        this.engine = new Engine(settings, nodes, parts);
    }

    private void execute(Runnable task) {
        if (!executing) {
            throw new RejectedExecutionException();
        }
        task.run();
    }

    /** Whether the executor takes tasks. */
    void executing(boolean on) {
        executing = on;
    }

    @Override
    public void changed(String sequence, CacheState before, CacheState after) {
        changes.add(sequence + " " + before + " " + after);
    }

    Counter counter(String name) {
        return engine.counter(name);
    }

    Sequence sequence(String name) {
        return new Sequence(engine.counter(name), MAX_WAIT);
    }

    /** Values that are there, or come without any time passing. */
    List<Long> take(String name, int n) {
        return IntStream.range(0, n).mapToObj(i -> counter(name).next(MAX_WAIT)).toList();
    }

    /** Calls that may have to wait. */
    List<CompletableFuture<Long>> calls(String name, int n) {
        return IntStream.range(0, n).mapToObj(i -> sequence(name).nextAsync()).toList();
    }

    /** Lets time pass, with a tick every 50 ms. */
    void pass(Duration time) {
        for (long left = time.toNanos(); left > 0; left -= TICK.toNanos()) {
            ticker.advance(Duration.ofNanos(Math.min(left, TICK.toNanos())));
            engine.tick();
        }
    }

    long held(String name) {
        return counter(name).inspect(CounterState::held);
    }
}
