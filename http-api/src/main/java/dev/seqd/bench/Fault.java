package dev.seqd.bench;

import java.util.function.IntFunction;

/**
 * One broken promise, by its first value.
 *
 * @param kind which promise
 * @param sequence the sequence's rank
 * @param value the first value concerned
 * @param client the client that got the value
 * @param other for a duplicate, a client that got it as well; for the order, the same client
 */
record Fault(Kind kind, int sequence, long value, int client, int other) {
    enum Kind {
        /** A value was handed out more than once. */
        DUPLICATE,
        /** A client got a value that does not lie beyond one it had got before. */
        ORDER
    }

    /** The fault as a line for people; clients count from 1. */
    String describe(IntFunction<String> nameOf) {
        String what = "sequence " + nameOf.apply(sequence) + ", value " + value + ": ";
        if (kind == Kind.ORDER) {
            return what + "client " + (client + 1) + " had got a later one before";
        }
        return client == other
                ? what + "handed out twice to client " + (client + 1)
                : what + "handed out to client " + (client + 1) + " and to client " + (other + 1);
    }
}
