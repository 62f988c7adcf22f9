package dev.seqd.faults;

import java.time.Duration;
import java.util.concurrent.Callable;

/**
 * Something that goes wrong.
 *
 * @param lasts how long it lasts
 * @param longestPause how long a caller who holds nothing may go without a number
 * @param happened the proof that it happened, asked while it lasts
 * @param heal ends it; blocks until everything runs again
 */
record Fault(String name, Duration lasts, Duration longestPause, Step inflict, Callable<Boolean> happened, Step heal) {
    /** One step, which may fail in any way. */
    interface Step {
        void run() throws Exception;
    }

    @Override
    public String toString() {
        return name;
    }
}
