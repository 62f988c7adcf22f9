package dev.seqd.faults;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.Callable;

/**
 * Something that goes wrong.
 *
 * @param whom what it befalls: two faults at once befall two different things
 * @param lasts how long it lasts
 * @param longestPause how long a caller who holds nothing may go without a number
 * @param inflict begins it
 * @param happened the proof that it happened, asked while it lasts
 * @param heal ends it; blocks until everything runs again
 */
record Fault(
        String name,
        Whom whom,
        Duration lasts,
        Duration longestPause,
        Step inflict,
        Callable<Boolean> happened,
        Step heal) {
    /** How long it lasts, unless something takes longer to be noticed. */
    static final Duration LONG = Duration.ofSeconds(8);

    /** A stand-in serves within seconds, where the machine has them. */
    static final Duration FAILOVER = Duration.ofSeconds(12);

    /** Where nobody can serve while it lasts, all are served so soon after it. */
    static final Duration AFTER = Duration.ofSeconds(10);

    private static final Duration ANY = Duration.ofMinutes(2);
    private static final Duration LOOK = Duration.ofMillis(300);

    /** What a fault befalls. One of callers leaves nodes with nothing to do, and so no other with a proof. */
    enum Whom {
        NODES,
        DATABASE,
        CALLERS
    }

    /** One step, which may fail in any way. */
    interface Step {
        void run() throws Exception;
    }

    /** Another one, of something else, begins once this one has happened, and ends before it. */
    Fault and(Fault other) {
        return new Fault(
                name + ", and " + other.name,
                whom,
                lasts.compareTo(other.lasts) > 0 ? lasts : other.lasts,
                longestPause.plus(other.longestPause),
                () -> {
                    inflict.run();
                    awaitProof();
                    other.inflict.run();
                },
                other.happened,
                () -> {
                    try {
                        other.heal.run();
                    } finally {
                        heal.run();
                    }
                });
    }

    /** Lets it happen and ends it; blocks until everything runs again. What is to be seen right before the end is looked at then. */
    void befall(Runnable look) throws Exception {
        long beganNanos = System.nanoTime();
        inflict.run();
        try {
            awaitProof();
            await(name).atMost(lasts.multipliedBy(2)).until(() -> System.nanoTime() - beganNanos > lasts.toNanos());
            look.run();
        } finally {
            heal.run();
        }
    }

    private void awaitProof() {
        await(name).atMost(ANY).pollInterval(LOOK).until(happened);
    }

    @Override
    public String toString() {
        return name;
    }
}
