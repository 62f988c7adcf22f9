package dev.seqd.simulation;

import dev.seqd.allocator.Grant;
import dev.seqd.allocator.SimulatedCounter;
import dev.seqd.core.SeqdException;

/** Asks for a change, and does not mind what comes of it. */
final class Operator implements SimulatedCounter.Asker {
    private boolean refused;

    @Override
    public void granted(Grant grant) {
        throw new Violation(Rule.ANSWERED_ONCE, "a change was answered with " + grant);
    }

    @Override
    public void refused(SeqdException refusal) {
        if (refused) {
            throw new Violation(Rule.ANSWERED_ONCE, "a change was refused again: " + refusal.getMessage());
        }
        refused = true;
    }

    @Override
    public boolean isWithoutFloor() {
        return true;
    }
}
