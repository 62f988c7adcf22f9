package dev.seqd.simulation;

/** What must hold after every step: invariants of ARCHITECTURE.md and promises of the page on semantics. */
public enum Rule {
    /** No value of an epoch and lap is handed out twice, over the whole history. */
    UNIQUE("a value came twice"),
    /** A value leaves a Counter only from a range that was raised by itself, and of whose commit it was told. */
    COVERED("a value lies in no committed raise of its owner"),
    /** A value that was released is handed out by nobody. */
    RELEASED("a value was released, and yet is in use"),
    /** A range lies within the bounds and on the grid of the definition in force, and never spans a wrap. */
    IN_STEP("a range is not what comes next"),
    /** Ranges of an epoch and lap are disjoint, each beyond all before it. */
    DISJOINT("a range is not beyond those before it"),
    /** The newest event is let in only as exactly the one after the head, all or nothing of a write. */
    FOLLOWS("an event does not follow its head"),
    /** The number of an event alone keeps stale writers out; the check of ranges behind it never has to. */
    FIRST_LOCK("only the second lock of the fence held"),
    /** A raise begins beyond what was known to its Counter when it asked. */
    BEYOND_KNOWN("a raise ignores what is known"),
    /** Without lost commits nobody knows of more than the journal. */
    NO_FALSE_ALARM("a journal was held to have lost something"),
    /** A journal that has recovered says exactly what was committed last. */
    RECOVERED("a journal is not what was committed"),
    /** Neither an epoch that is over nor a value out of bounds is granted once the Counter has recovered to that. */
    RECENT("a Counter grants what it knows to be over"),
    /** A node that has read of an epoch gives nothing of older ones any more. */
    NEWS("a node gives what it knows to be over"),
    /** Whoever says what he saw gets only values beyond it. */
    FLOOR("a value does not lie beyond its floor"),
    /** A client's values grow strictly. */
    CLIENT_ORDER("a client's values are out of order"),
    /** Calls without a floor to one node, or to one Counter, are in order among themselves. */
    SERVER_ORDER("the values of one server are out of order"),
    /** With {@code order: strict}, a call that begins after another has returned gets a value beyond it. */
    LINEAR("a call got less than one that was over before it began"),
    /** Whoever holds values hands out only those. */
    HELD("a value was handed out that was never held"),
    /** At most one request for more is outstanding per counter and tier. */
    ONE_AT_A_TIME("two requests for more are outstanding"),
    /** Each request is answered at most once. */
    ANSWERED_ONCE("a request was answered twice"),
    /** What is lost is counted. */
    COUNTED("the account of values does not come out even"),
    /** After the last fault everybody is served within a bounded time. */
    GOES_ON("somebody waits for ever"),
    /** No decision fails with an exception. */
    NO_CRASH("something failed");

    private final String text;

    Rule(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return name() + ", " + text;
    }
}
