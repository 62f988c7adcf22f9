package dev.seqd.bench;

/** What a run ran on, for the report. */
record Machine(String description) {
    /** This machine and JVM. */
    static Machine current() {
        return new Machine(String.format(
                "%d cores, %s %s, JDK %s (%s)",
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                System.getProperty("java.runtime.version"),
                System.getProperty("java.vendor")));
    }
}
