package dev.seqd.client;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * What calls on an ascending counter gave, and when they began and ended by a clock that ticks once at each of these
 * moments. Thread-safe.
 */
final class History {
    /** One call. */
    record Call(long begin, long end, long value) {}

    private final AtomicLong clock = new AtomicLong();
    private final List<Call> calls = new ArrayList<>();

    /** Makes a call and notes it. */
    long record(LongSupplier call) {
        long begin = clock.incrementAndGet();
        long value = call.getAsLong();
        note(new Call(begin, clock.incrementAndGet(), value));
        return value;
    }

    synchronized void note(Call call) {
        calls.add(call);
    }

    synchronized int size() {
        return calls.size();
    }

    /** A call that got no larger value than one that had ended before it began; empty if the history is linearizable. */
    synchronized Optional<Call> offender() {
        List<Call> begun = sorted(Comparator.comparingLong(Call::begin));
        List<Call> ended = sorted(Comparator.comparingLong(Call::end));
        long largest = Long.MIN_VALUE;
        int next = 0;
        for (Call call : begun) {
            for (; ended.get(next).end() < call.begin(); next++) {
                largest = Math.max(largest, ended.get(next).value());
            }
            if (call.value() <= largest) {
                return Optional.of(call);
            }
        }
        return Optional.empty();
    }

    private List<Call> sorted(Comparator<Call> by) {
        return calls.stream().sorted(by).toList();
    }
}
