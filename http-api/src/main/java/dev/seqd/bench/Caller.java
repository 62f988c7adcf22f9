package dev.seqd.bench;

import dev.seqd.core.SeqdException;
import dev.seqd.core.Ticker;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Makes one call after the other, and records each. Confined to its thread, but for {@link #calls()}. */
final class Caller {
    private final LongSupplier sequence;
    private final Ticker ticker;
    private final CallLog log;
    private final CallStats failures = new CallStats(1);
    private final AtomicLong calls = new AtomicLong();

    Caller(LongSupplier sequence, Ticker ticker, CallLog log) {
        this.sequence = sequence;
        this.ticker = ticker;
        this.log = log;
    }

    /** Calls for as long as it is told to go on. */
    void callWhile(BooleanSupplier goOn) {
        while (goOn.getAsBoolean()) {
            call();
            calls.incrementAndGet();
        }
    }

    private void call() {
        long begin = ticker.nanos();
        try {
            long value = sequence.getAsLong();
            log.add(begin, ticker.nanos(), value);
        } catch (SeqdException e) {
            failures.failed(e, ticker.nanos() - begin);
        }
    }

    /** How many calls have ended. */
    long calls() {
        return calls.get();
    }

    CallLog log() {
        return log;
    }

    CallStats failures() {
        return failures;
    }
}
