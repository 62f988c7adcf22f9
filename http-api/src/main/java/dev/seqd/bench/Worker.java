package dev.seqd.bench;

import dev.seqd.core.SeqdException;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * Makes the calls of one thread of a client process, and records what they return. Confined to its thread, but for {@link
 * #begun()} and {@link #ended()}.
 */
final class Worker {
    private final ClientLoad load;
    private final RandomGenerator random;
    private final RunRecorder recorder;
    private final Map<Phase, CallStats> stats = new EnumMap<>(Phase.class);
    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();

    Worker(ClientLoad load, RandomGenerator random, RunRecorder recorder) {
        this.load = load;
        this.random = random;
        this.recorder = recorder;
        for (Phase phase : Phase.values()) {
            stats.put(phase, new CallStats(load.sequences().size()));
        }
    }

    /**
     * Makes one call if one is due. Blocks for as long as the call does.
     *
     * @return whether a call was due
     */
    boolean callIfDue(Phase phase) {
        if (!load.pacer().take(load.ticker().nanos())) {
            return false;
        }
        begun.incrementAndGet();
        call(load.sampler().sample(random), stats(phase));
        ended.incrementAndGet();
        return true;
    }

    private void call(int index, CallStats figures) {
        long floor = load.order().floor(index);
        long start = load.ticker().nanos();
        try {
            long value = load.sequences().get(index).getAsLong();
            figures.answered(index, load.ticker().nanos() - start);
            keep(index, floor, value);
        } catch (SeqdException e) {
            figures.failed(e, load.ticker().nanos() - start);
        }
    }

    /** A value not beyond this thread's own last one is the history's to find, and is not counted here as well. */
    private void keep(int index, long floor, long value) {
        if (value <= floor && !recorder.reached(index, value)) {
            load.order().violated(index, value);
        }
        recorder.record(index, value);
        load.order().raise(index, value);
    }

    /** How many calls have begun. */
    long begun() {
        return begun.get();
    }

    /** How many calls have come to an end; after a failure of the bench itself, fewer than have begun. */
    long ended() {
        return ended.get();
    }

    CallStats stats(Phase phase) {
        CallStats found = stats.get(phase);
        if (found == null) {
            throw new IllegalStateException("no figures for " + phase);
        }
        return found;
    }

    RunRecorder recorder() {
        return recorder;
    }
}
