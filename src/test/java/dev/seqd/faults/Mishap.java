package dev.seqd.faults;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/** What befalls answers on their way, and how often it did. Thread-safe. */
final class Mishap implements Proxy.Answers {
    /** How PostgreSQL confirms a commit: a message of type C. */
    private static final String COMMITTED = "C\0\0\0\13COMMIT\0";

    private final Proxy.Answers befalls;
    private final Predicate<byte[]> whom;
    private final AtomicLong count = new AtomicLong();

    private Mishap(Proxy.Answers befalls, Predicate<byte[]> whom) {
        this.befalls = befalls;
        this.whom = whom;
    }

    /** Some answers are lost with their connection: the server has done what it was asked for, and nobody knows. */
    static Mishap lost(RandomGenerator random, double share) {
        return new Mishap(Mishap::lose, bytes -> happens(random, share));
    }

    /** So are some confirmations of commits. */
    static Mishap commitsLost(RandomGenerator random, double share) {
        return new Mishap(
                Mishap::lose,
                bytes -> new String(bytes, StandardCharsets.ISO_8859_1).contains(COMMITTED) && happens(random, share));
    }

    /** Some answers are late by any time between two. */
    static Mishap late(RandomGenerator random, double share, Duration least, Duration most) {
        return new Mishap(
                (bytes, caller) -> {
                    LockSupport.parkNanos(within(random, least.toNanos(), most.toNanos()));
                    caller.write(bytes);
                },
                bytes -> happens(random, share));
    }

    private static boolean happens(RandomGenerator random, double share) {
        synchronized (random) {
            return random.nextDouble() < share;
        }
    }

    private static long within(RandomGenerator random, long least, long most) {
        synchronized (random) {
            return random.nextLong(least, most + 1);
        }
    }

    private static void lose(byte[] bytes, OutputStream caller) throws IOException {
        throw new IOException("these " + bytes.length + " bytes are lost");
    }

    /** Passes on untouched what it does not befall. */
    @Override
    public void pass(byte[] bytes, OutputStream caller) throws IOException {
        if (whom.test(bytes)) {
            count.incrementAndGet();
            befalls.pass(bytes, caller);
        } else {
            caller.write(bytes);
        }
    }

    /** What this one spares may befall another. */
    Proxy.Answers or(Mishap other) {
        return (bytes, caller) -> {
            if (whom.test(bytes)) {
                count.incrementAndGet();
                befalls.pass(bytes, caller);
            } else {
                other.pass(bytes, caller);
            }
        };
    }

    /** How often it happened. */
    long count() {
        return count.get();
    }
}
