package dev.seqd.bench;

/** What the parent tells a client process, one name a line on its standard input. The input's end means: end at once. */
enum ClientCommand {
    /** Begin with the load, as warm-up. */
    START,
    /** Begin the measurement. */
    MEASURE,
    /** End the load, write the result. */
    STOP
}
