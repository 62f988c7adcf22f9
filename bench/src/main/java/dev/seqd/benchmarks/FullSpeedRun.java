package dev.seqd.benchmarks;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Calls of one subject as fast as they go, with all that follows from it: what is allocated, on whichever thread, and how
 * large the blocks are. The node is in another process, so that nothing of it is counted.
 */
final class FullSpeedRun {
    private static final String CALLER = "bench-caller";

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final StubProcess node;

    FullSpeedRun(StubProcess node) {
        this.node = node;
    }

    /** Calls for a while, and then for the time that is measured. */
    HotPathResult.FullSpeed measure(Subject subject, CallingTeam team, Duration warmUp, Duration time) {
        team.until(subject, System.nanoTime() + warmUp.toNanos());
        StubProcess.Counts counts = node.counts();
        Map<Long, Long> before = allocated();
        CallingTeam.Round round = team.until(subject, System.nanoTime() + time.toNanos());
        Allocated bytes = allocatedSince(before);
        StubProcess.Counts granted = node.counts().minus(counts);
        double seconds = round.wallNanos() / 1e9;
        return new HotPathResult.FullSpeed(
                team.size(),
                seconds,
                round.calls() / seconds,
                bytes.callers / (double) round.calls(),
                bytes.others / (double) round.calls(),
                granted.grants(),
                granted.values() / (double) Math.max(1, granted.grants()));
    }

    private record Allocated(long callers, long others) {}

    private Map<Long, Long> allocated() {
        Map<Long, Long> bytes = new HashMap<>();
        for (long id : threads.getAllThreadIds()) {
            bytes.put(id, threads.getThreadAllocatedBytes(id));
        }
        return bytes;
    }

    /** By all threads that live, but for this one, which only measures. */
    private Allocated allocatedSince(Map<Long, Long> before) {
        long callers = 0;
        long others = 0;
        long self = Thread.currentThread().getId();
        for (Map.Entry<Long, Long> now : allocated().entrySet()) {
            long grown = now.getValue() - before.getOrDefault(now.getKey(), 0L);
            if (isCaller(now.getKey())) {
                callers += grown;
            } else if (now.getKey() != self) {
                others += grown;
            }
        }
        return new Allocated(callers, others);
    }

    private boolean isCaller(long id) {
        var info = threads.getThreadInfo(id);
        return info != null && info.getThreadName().equals(CALLER);
    }
}
