package dev.seqd.faults;

/**
 * Numbers that one caller got one after the other, each one step from the one before. Times are the JVM's nanoseconds.
 *
 * @param calledNanos when the first was asked for
 * @param returnedNanos when the last was there
 */
record Run(long first, long last, long calledNanos, long returnedNanos) {
    /** With one more number. */
    Run and(long next, long nowNanos) {
        return new Run(first, next, calledNanos, nowNanos);
    }
}
