package dev.seqd.core;

import java.math.BigInteger;
import java.util.Optional;

/** A sequence one value at a time, in numbers that cannot overflow. */
final class ReferenceSequence {
    record Value(long lap, BigInteger value) {}

    private final BigInteger min;
    private final BigInteger max;
    private final BigInteger increment;
    private final boolean cycle;
    private BigInteger next;
    private long lap = 1;

    ReferenceSequence(SequenceDefinition definition) {
        this.min = BigInteger.valueOf(definition.min());
        this.max = BigInteger.valueOf(definition.max());
        this.increment = BigInteger.valueOf(definition.increment());
        this.cycle = definition.cycle();
        this.next = BigInteger.valueOf(definition.start());
    }

    /** What {@link #take} would give, empty if the sequence is exhausted. */
    Optional<Value> peek() {
        if (next.compareTo(min) >= 0 && next.compareTo(max) <= 0) {
            return Optional.of(new Value(lap, next));
        }
        return cycle ? Optional.of(new Value(lap + 1, increment.signum() > 0 ? min : max)) : Optional.empty();
    }

    Optional<Value> take() {
        Optional<Value> taken = peek();
        taken.ifPresent(value -> {
            lap = value.lap();
            next = value.value().add(increment);
        });
        return taken;
    }

    /** Takes and forgets whatever does not lie beyond the floor. */
    void skipUpTo(Position floor) {
        while (peek().filter(value -> !isBeyond(value, floor)).isPresent()) {
            take();
        }
    }

    private boolean isBeyond(Value value, Position floor) {
        if (value.lap() != floor.lap()) {
            return value.lap() > floor.lap();
        }
        return value.value().compareTo(BigInteger.valueOf(floor.value())) * increment.signum() > 0;
    }
}
