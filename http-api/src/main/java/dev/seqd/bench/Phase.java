package dev.seqd.bench;

/** A stretch of a bench; a call belongs to the one in which it began. */
enum Phase {
    WARM_UP,
    MEASURED
}
