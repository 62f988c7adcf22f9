package dev.seqd.client;

import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The calls that found too little, first come, first served. Not thread-safe. */
final class Waiters {
    static final int MAX = 100_000;

    private final ArrayDeque<Ticket> queue = new ArrayDeque<>();
    private long lastSerial;
    private long wanted;
    private long abandoned;
    private long lost;
    private long waits;
    private long waitedNanos;

    /**
     * Lets a call wait.
     *
     * @throws SeqdException {@code overloaded} if too many wait already
     */
    void join(Ticket ticket, long nowNanos) {
        if (queue.size() >= MAX) {
            forgetEnded();
        }
        if (queue.size() >= MAX) {
            throw new SeqdException(
                    SeqdError.OVERLOADED, MAX + " calls are waiting for this sequence already; call again later");
        }
        ticket.enter(++lastSerial, nowNanos);
        queue.add(ticket);
        wanted += ticket.missing();
        waits++;
    }

    /** Hands the chain's values to those who came no later than {@code upTo}; who has all of them joins {@code done}. */
    void serve(Chain chain, long upTo, List<Ticket> done, long nowNanos) {
        for (Ticket head = head(); head != null && head.serial() <= upTo; head = head()) {
            wanted -= head.serve(chain);
            if (head.missing() > 0) {
                return;
            }
            queue.poll();
            waitedNanos += nowNanos - head.joinedNanos();
            done.add(head);
        }
    }

    /** Fails those who came no later than {@code upTo}. */
    void fail(Supplier<RuntimeException> with, long upTo, List<Ticket> done, long nowNanos) {
        for (Ticket head = head(); head != null && head.serial() <= upTo; head = head()) {
            queue.poll();
            leave(head, with, nowNanos);
            done.add(head);
        }
    }

    /** Fails those whose time is over, with what {@code with} makes of each. */
    void expire(long nowNanos, Function<Ticket, Supplier<RuntimeException>> with, List<Ticket> done) {
        for (Ticket ticket : queue) {
            if (ticket.pending() && ticket.deadlineNanos() - nowNanos <= 0) {
                leave(ticket, with.apply(ticket), nowNanos);
                done.add(ticket);
            }
        }
        forgetEnded();
    }

    private void forgetEnded() {
        queue.removeIf(ticket -> !ticket.pending());
    }

    /** Fails one call, wherever it stands; its place is cleared later. */
    void leave(Ticket ticket, Supplier<RuntimeException> with, long nowNanos) {
        wanted -= ticket.missing();
        abandoned += ticket.missing();
        lost += ticket.taken();
        waitedNanos += nowNanos - ticket.joinedNanos();
        ticket.fail(with);
    }

    /** The first call that still waits. */
    private @Nullable Ticket head() {
        Ticket head = queue.peek();
        while (head != null && !head.pending()) {
            queue.poll();
            head = queue.peek();
        }
        return head;
    }

    /** How many values the waiting calls miss; 0 if and only if nobody waits. */
    long wanted() {
        return wanted;
    }

    /** The serial of the call that came last. */
    long lastSerial() {
        return lastSerial;
    }

    /** How many values were missed by calls that gave up, ever. */
    long abandoned() {
        return abandoned;
    }

    /** How many values were taken for calls that then failed, ever. */
    long lost() {
        return lost;
    }

    /** How many calls waited, ever. */
    long waits() {
        return waits;
    }

    /** For how long those waited that wait no more. */
    long waitedNanos() {
        return waitedNanos;
    }
}
