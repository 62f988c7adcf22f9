package dev.seqd.simulation;

import dev.seqd.simulation.Parcel.Manner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Everything that is on its way. */
final class Mail {
    private final List<Parcel> pending = new ArrayList<>();
    private final List<Parcel> held = new ArrayList<>();
    private final int[] pausedFor;
    private final Consumer<Supplier<String>> story;

    Mail(int places, Consumer<Supplier<String>> story) {
        this.pausedFor = new int[places];
        this.story = story;
    }

    void post(Parcel parcel) {
        pending.add(parcel);
    }

    int pending() {
        return pending.size();
    }

    /** One of them arrives, unless its place is paused; false if there is none. */
    boolean deliver(int which, int chance) {
        if (pending.isEmpty()) {
            return false;
        }
        int index = Step.earlyOf(pending.size(), which);
        if (!isPaused(pending.get(index).place())) {
            Parcel parcel = pending.remove(index);
            story.accept(() -> "arrives: " + parcel);
            parcel.delivery().arrive(chance);
        }
        return true;
    }

    /** One of them never arrives, if it may get lost. */
    void lose(int which) {
        Parcel parcel = exposed(which);
        if (parcel != null) {
            story.accept(() -> "lost: " + parcel);
            pending.remove(parcel);
        }
    }

    /** One of them arrives, and is on its way once more, if that may be. */
    void repeat(int which) {
        Parcel parcel = exposed(which);
        if (parcel != null && parcel.manner() == Manner.REMOTE && !isPaused(parcel.place())) {
            story.accept(() -> "arrives, and will once more: " + parcel);
            parcel.delivery().arrive(0);
        }
    }

    private @Nullable Parcel exposed(int which) {
        if (pending.isEmpty()) {
            return null;
        }
        Parcel parcel = pending.get(Step.earlyOf(pending.size(), which));
        return parcel.manner() == Manner.LOCAL ? null : parcel;
    }

    /** One of them is kept for long; a write or its outcome, if {@code write} and there is any. */
    void hold(int which, boolean write) {
        Parcel first = write ? firstWrite() : null;
        Parcel parcel = first == null ? exposed(which) : first;
        if (parcel != null) {
            story.accept(() -> "late: " + parcel);
            pending.remove(parcel);
            held.add(parcel);
        }
    }

    private @Nullable Parcel firstWrite() {
        for (Parcel parcel : pending) {
            if (parcel.manner() == Manner.WRITE) {
                return parcel;
            }
        }
        return null;
    }

    /** One that was kept goes on. */
    void letGo(int which) {
        if (!held.isEmpty()) {
            pending.add(held.remove(Step.earlyOf(held.size(), which)));
        }
    }

    /** The connections of a place break, with everything that is on its way there. */
    void cutOff(int place) {
        pending.removeIf(parcel -> parcel.place() == place);
        held.removeIf(parcel -> parcel.place() == place);
    }

    /** A place stops for so many steps. */
    void pause(int place, int steps) {
        story.accept(() -> "place " + place + " stops for " + steps + " steps");
        pausedFor[place] = steps;
    }

    /** A step is over. */
    void stepped() {
        for (int i = 0; i < pausedFor.length; i++) {
            pausedFor[i] -= pausedFor[i] > 0 ? 1 : 0;
        }
    }

    boolean isPaused(int place) {
        return pausedFor[place] > 0;
    }

    /** Nothing is late or paused any more. */
    void heal() {
        Arrays.fill(pausedFor, 0);
        pending.addAll(held);
        held.clear();
    }
}
