package dev.seqd.client;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The counters of names that come as the same {@link String} each time, as literals do: found by its identity, without
 * comparing characters. Others miss and are looked up in the engine's map. Thread-safe, bounded, and only a shortcut: who
 * comes to a slot that is taken is found the other way.
 */
final class KnownNames {
    private static final int SLOTS = 256;

    private final AtomicReferenceArray<@Nullable Counter> slots = new AtomicReferenceArray<>(SLOTS);

    /** The counter whose own name {@code name} is, the very object; null if it is not known here. */
    @Nullable
    Counter find(String name) {
        Counter counter = slots.getAcquire(slot(name));
        return counter != null && isSame(counter.name(), name) ? counter : null;
    }

    /** Lets the counter be found when {@code name} is the very object that it has as its name. */
    void note(String name, Counter counter) {
        if (isSame(counter.name(), name)) {
            slots.compareAndSet(slot(name), null, counter);
        }
    }

    /** Lets the counter not be found any more. */
    void forget(Counter counter) {
        slots.compareAndSet(slot(counter.name()), counter, null);
    }

    private static int slot(String name) {
        int hash = name.hashCode();
        return (hash ^ (hash >>> 8)) & (SLOTS - 1);
    }

    @SuppressWarnings("ReferenceEquality") // An equal name that is another object only takes the longer way.
    private static boolean isSame(String a, String b) {
        return a == b;
    }
}
