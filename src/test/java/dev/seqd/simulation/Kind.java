package dev.seqd.simulation;

/** What a step may do. Whatever is no fault happens in every world; of the faults some, and some of them often. */
enum Kind {
    DELIVER(150, false),
    CALL(34, false),
    CALL_FOR_MANY(5, false),
    CALL_ALONE(12, false),
    PASS_TIME(8, false),
    READ_NEWS(3, false),
    CHANGE(4, true),
    HOLD(5, true),
    LET_GO(5, true),
    LOSE(4, true),
    REPEAT(3, true),
    TIME_OUT_WRITE(3, true),
    TIME_OUT_ASK(2, true),
    CUT_CLIENT(2, true),
    INTERRUPT_CALL(1, true),
    MOVE(3, true),
    STOP_COUNTER(2, true),
    KILL_COUNTER(2, true),
    RESTART_JOURNAL(3, true),
    KILL_NODE(1, true),
    KILL_CLIENT(1, true),
    PAUSE(2, true),
    FORGET_LEASE(3, true),
    READ_BADLY(1, true),
    LOSE_COMMITS(1, true);

    private final int weight;
    private final boolean fault;

    Kind(int weight, boolean fault) {
        this.weight = weight;
        this.fault = fault;
    }

    /** How often it comes, compared with others. */
    int weight() {
        return weight;
    }

    boolean isFault() {
        return fault;
    }
}
