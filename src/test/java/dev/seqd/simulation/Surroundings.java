package dev.seqd.simulation;

import java.util.function.Supplier;

/** What everything simulated has around it. */
public interface Surroundings {
    /** Puts something on its way. */
    void post(Parcel parcel);

    /** The time of all clocks. */
    long nowNanos();

    /** Who watches. */
    Audit audit();

    /** Tells a story, if somebody listens. */
    void say(Supplier<String> line);
}
