package dev.seqd.bench;

import dev.seqd.core.Ticker;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * What the workers of one client process share. Everything in it is thread-safe.
 *
 * @param sequences the calls under test, by index
 * @param sampler draws the indexes
 * @param pacer says when a call is due
 * @param order the floors of all sequences, by index
 * @param ticker the clock that latencies are read from
 */
record ClientLoad(List<LongSupplier> sequences, AliasSampler sampler, Pacer pacer, OrderGuard order, Ticker ticker) {
    ClientLoad {
        sequences = List.copyOf(sequences);
    }
}
