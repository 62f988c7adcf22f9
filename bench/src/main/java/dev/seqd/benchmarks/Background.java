package dev.seqd.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.Predicate;

/** The processor time of threads that work for a subject besides its callers. Stateless. */
final class Background {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private Background() {}

    /** Of all living threads whose name is accepted, in nanoseconds. */
    static long cpuNanos(Predicate<String> names) {
        long sum = 0;
        for (Thread thread : living()) {
            if (thread != null && names.test(thread.getName())) {
                sum += Math.max(0, THREADS.getThreadCpuTime(thread.getId()));
            }
        }
        return sum;
    }

    private static Thread[] living() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        Thread[] found = new Thread[group.activeCount() * 2 + 16];
        group.enumerate(found);
        return found;
    }
}
