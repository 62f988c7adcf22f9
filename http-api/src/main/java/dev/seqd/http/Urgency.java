package dev.seqd.http;

/**
 * How many callers a Counter knows of that wait for its answer; it hears of more only when they have doubled, so that a crowd
 * costs a handful of messages. Not thread-safe.
 */
final class Urgency {
    private long told;

    /** A request has gone out for so many. */
    void told(long callers) {
        told = callers;
    }

    /** How many more to tell of now that so many wait; 0 while that is too few. */
    long more(long callers) {
        long more = callers >= 2 * Math.max(1, told) ? callers - told : 0;
        told += more;
        return more;
    }
}
