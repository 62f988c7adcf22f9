package dev.seqd.allocator;

import dev.seqd.core.Position;

/**
 * What a node knows of a sequence without its journal: the highest value that was handed out there, or is held in a lease or
 * a reserve. Never a mark that was merely recovered.
 *
 * @param name the sequence
 * @param highest the value
 * @param ascending the direction in which it is the highest
 */
public record Known(String name, Position highest, boolean ascending) {
    /** The one that says more. */
    static Known higher(Known a, Known b) {
        return b.highest.isBeyond(a.highest, b.ascending) ? b : a;
    }
}
