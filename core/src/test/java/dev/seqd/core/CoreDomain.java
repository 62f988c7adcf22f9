package dev.seqd.core;

import java.math.BigInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.DomainContextBase;

/** Generators that dwell where 64-bit arithmetic breaks: at both ends, around zero, and at powers of two. */
public class CoreDomain extends DomainContextBase {
    static final BigInteger LOWEST = BigInteger.valueOf(Long.MIN_VALUE);
    static final BigInteger HIGHEST = BigInteger.valueOf(Long.MAX_VALUE);

    /** Any long, often one near an edge. */
    @Provide
    Arbitrary<Long> longs() {
        return edgyLongs();
    }

    @Provide
    Arbitrary<Block> blocks() {
        return Combinators.combine(
                        edgyLongs(), increments(), Arbitraries.longs().between(1, 12), epochs(), epochs())
                .filter((first, increment, count, epoch, lap) ->
                        fits(BigInteger.valueOf(first).add(product(count - 1, increment))))
                .as(Block::new)
                .withoutEdgeCases();
    }

    @Provide
    Arbitrary<Position> positions() {
        return Combinators.combine(epochs(), epochs(), edgyLongs()).as(Position::new);
    }

    @Provide
    Arbitrary<SequenceDefinition> definitions() {
        return Arbitraries.oneOf(narrowDefinitions(), wideDefinitions()).withoutEdgeCases();
    }

    static Arbitrary<Long> edgyLongs() {
        return Arbitraries.oneOf(
                Arbitraries.longs(),
                Arbitraries.longs().between(-30, 30),
                Arbitraries.longs().between(Long.MIN_VALUE, Long.MIN_VALUE + 30),
                Arbitraries.longs().between(Long.MAX_VALUE - 30, Long.MAX_VALUE),
                Arbitraries.integers().between(0, 63).map(bit -> 1L << bit));
    }

    static Arbitrary<Long> increments() {
        return Arbitraries.oneOf(edgyLongs(), Arbitraries.longs().between(-5, 5))
                .filter(increment -> increment != 0);
    }

    static Arbitrary<Long> epochs() {
        return Arbitraries.longs().between(1, 3);
    }

    /** Few values, so that bounds and wraps are met. */
    static Arbitrary<SequenceDefinition> narrowDefinitions() {
        Arbitrary<Long> lows = edgyLongs().map(low -> Math.min(low, Long.MAX_VALUE - 20));
        return Combinators.combine(
                        lows,
                        Arbitraries.longs().between(1, 20),
                        Arbitraries.longs().between(0, 20),
                        increments(),
                        Arbitraries.of(true, false))
                .as((low, width, start, increment, cycle) -> new SequenceDefinition(
                        SequenceType.BIGINT,
                        low + start % (width + 1),
                        increment,
                        low,
                        low + width,
                        cycle,
                        null,
                        SequenceOrder.CACHED,
                        Sizing.CONFIGURED));
    }

    private static Arbitrary<SequenceDefinition> wideDefinitions() {
        return Combinators.combine(
                        edgyLongs().list().ofSize(3).uniqueElements(), increments(), Arbitraries.of(true, false))
                .as((bounds, increment, cycle) -> {
                    long[] sorted =
                            bounds.stream().mapToLong(Long::longValue).sorted().toArray();
                    return new SequenceDefinition(
                            SequenceType.BIGINT,
                            sorted[1],
                            increment,
                            sorted[0],
                            sorted[2],
                            cycle,
                            null,
                            SequenceOrder.CACHED,
                            Sizing.CONFIGURED);
                });
    }

    static BigInteger product(long a, long b) {
        return BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
    }

    static boolean fits(BigInteger value) {
        return value.compareTo(LOWEST) >= 0 && value.compareTo(HIGHEST) <= 0;
    }
}
