package dev.seqd.faults;

import java.util.List;

/** A seqd that breaks a promise when something goes wrong, by what its patch takes from it. */
enum Mutant {
    /** Values leave the Counter before their raise is committed. */
    ANSWERED_BEFORE_COMMIT,

    /** Two writers of one counter both append. */
    FENCE_REMOVED,

    /** A counter that comes back to a node goes on with what it had given back there. */
    MEMORY_KEPT,

    /** The database confirms commits that it may lose. */
    SYNCHRONOUS_COMMIT_OFF,

    /** What is left of a block begins with the last value that was given out of it. */
    OFF_BY_ONE,

    /** After a failure a node does not ask for values again. */
    IN_FLIGHT_FOR_EVER,

    /** A journal is recovered from its first raise. */
    FIRST_EVENT_COUNTS;

    /** The faults that show it. */
    List<Fault> faults(Service service) {
        return switch (this) {
            case ANSWERED_BEFORE_COMMIT, SYNCHRONOUS_COMMIT_OFF -> List.of(DatabaseFaults.killed(service.processes()));
            case FENCE_REMOVED -> List.of(NodeFaults.paused(service, 0), NodeFaults.paused(service, 1));
            case MEMORY_KEPT -> List.of(NodeFaults.terminated(service, 0), NodeFaults.terminated(service, 0));
            case OFF_BY_ONE -> List.of();
            case IN_FLIGHT_FOR_EVER -> List.of(DatabaseFaults.restarted(service.processes()));
            case FIRST_EVENT_COUNTS -> List.of(NodeFaults.killed(service, 0));
        };
    }
}
