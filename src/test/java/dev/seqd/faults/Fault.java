package dev.seqd.faults;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/**
 * Something that goes wrong.
 *
 * @param lasts how long it lasts
 * @param longestPause how long a caller who holds nothing may go without a number
 * @param happened the proof that it happened, asked while it lasts
 * @param heal ends it; blocks until everything runs again
 */
record Fault(String name, Duration lasts, Duration longestPause, Step inflict, Callable<Boolean> happened, Step heal) {
    private static final Duration ANY = Duration.ofMinutes(2);

    /** One step, which may fail in any way. */
    interface Step {
        void run() throws Exception;
    }

    /** Lets it happen and ends it; blocks until then, and says what was seen right before the end. */
    <T> T befall(Supplier<T> seen) throws Exception {
        long beganNanos = System.nanoTime();
        inflict.run();
        try {
            await().atMost(ANY).until(happened);
            await().atMost(ANY).until(() -> System.nanoTime() - beganNanos > lasts.toNanos());
            return seen.get();
        } finally {
            heal.run();
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
