package dev.seqd.allocator;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The requests that wait for a Counter, first come, first served. Not thread-safe.
 *
 * @param <R> where answers go
 */
final class WaitingLine<R> {
    private final Deque<Waiter<R>> waiters = new ArrayDeque<>();

    void add(Waiter<R> waiter) {
        waiters.addLast(waiter);
    }

    void removeLast() {
        waiters.removeLast();
    }

    int size() {
        return waiters.size();
    }

    boolean isEmpty() {
        return waiters.isEmpty();
    }

    /** Whether one of them is to be answered there. */
    boolean holds(@Nullable R replyTo) {
        return waiters.stream().anyMatch(waiter -> waiter.replyTo().equals(replyTo));
    }

    Iterable<Waiter<R>> all() {
        return waiters;
    }

    /** Lets everybody go who could be settled, in order. */
    void settle(Predicate<Waiter<R>> settled) {
        waiters.removeIf(settled);
    }

    /** Lets everybody go whose time is up. */
    void expire(long nowNanos, Consumer<R> refuse) {
        Iterator<Waiter<R>> all = waiters.iterator();
        while (all.hasNext()) {
            Waiter<R> waiter = all.next();
            if (nowNanos - waiter.deadlineNanos() >= 0) {
                all.remove();
                refuse.accept(waiter.replyTo());
            }
        }
    }

    /** Lets everybody go. */
    void clear(Consumer<R> refuse) {
        waiters.forEach(waiter -> refuse.accept(waiter.replyTo()));
        waiters.clear();
    }

    /** Whether somebody has waited for more than half of the time that is allowed. */
    boolean isLate(long nowNanos, Duration maxWait) {
        Long first = nextDeadlineNanos();
        return first != null && first - nowNanos < maxWait.toNanos() / 2;
    }

    /** When the first one's time is up, null if nobody waits. */
    @Nullable
    Long nextDeadlineNanos() {
        Waiter<R> first = waiters.peekFirst();
        return first == null ? null : first.deadlineNanos();
    }
}
