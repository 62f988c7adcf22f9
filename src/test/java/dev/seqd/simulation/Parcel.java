package dev.seqd.simulation;

import java.util.function.Supplier;

/**
 * Something that is on its way and arrives when the scheduler likes, or never.
 *
 * @param place where it goes; nothing arrives there while it is paused
 * @param manner what may become of it
 * @param what it is, for people
 * @param delivery what happens when it arrives
 */
public record Parcel(int place, Manner manner, Supplier<String> what, Delivery delivery) {
    /** What may become of it on its way. */
    public enum Manner {
        /** Between two actors of one process: arrives. */
        LOCAL,
        /** Between processes: may come late, twice, or not at all. */
        REMOTE,
        /** A write to the database, or what is told of it: may come late, or not at all. */
        WRITE
    }

    /** What happens at its arrival; {@code chance} decides where chance has a say, 0 for the usual. */
    @FunctionalInterface
    public interface Delivery {
        /** It arrives. */
        void arrive(int chance);
    }

    @Override
    public String toString() {
        return what.get();
    }
}
