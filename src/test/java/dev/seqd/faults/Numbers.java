package dev.seqd.faults;

/**
 * A sequence under test, whose numbers are {@code start}, {@code start + step} and so on; each has a range of its own, so that
 * a number of another sequence shows.
 *
 * @param definition its JSON, less start and increment
 * @param strict whether all its calls have one order
 */
record Numbers(String name, long start, long step, String definition, boolean strict) {
    /** How many numbers come before one, be it a number of this sequence at all; from 0 on. */
    long ordinal(long value) {
        return (value - start) / step;
    }

    boolean holds(long value) {
        return (value - start) % step == 0 && ordinal(value) >= 0 && ordinal(value) < RANGE;
    }

    /** What the service is to create. */
    String body() {
        String more = definition.isEmpty() ? "" : "," + definition;
        return "{\"start\":" + start + ",\"increment\":" + step + bound() + more + "}";
    }

    /** PostgreSQL's default bound for the other direction would not let it start here. */
    private String bound() {
        return step > 0 ? "" : ",\"max\":" + start;
    }

    private static final long RANGE = 1_000_000_000_000L;
}
