package dev.seqd.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.core.SequenceEvent.Created;
import dev.seqd.core.SequenceOptions.Setting;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.jspecify.annotations.Nullable;

/** Whatever is asked in whatever order: the values are those of a sequence that counts one by one and cannot overflow. */
@Domain(CoreDomain.class)
@Domain(DomainContext.Global.class)
class SequenceStateModelTest {
    @Property
    void raise_anyDefinitionAndAmounts_valuesOfTheReference(
            @ForAll SequenceDefinition definition,
            @ForAll @Size(min = 1, max = 20) List<@LongRange(min = 1, max = 6) Long> amounts) {
        Journal journal = journalOf(definition);
        ReferenceSequence reference = new ReferenceSequence(definition);

        for (long amount : amounts) {
            assertRaise(journal, reference, amount, null);
        }
        assertThat(journal.replayed()).isEqualTo(journal.state());
    }

    @Property
    void raise_anyKnownPositionNearby_firstReferenceValueBeyondIt(
            @ForAll("narrow") SequenceDefinition definition,
            @ForAll @LongRange(min = 0, max = 5) long used,
            @ForAll @LongRange(min = 1, max = 3) long lap,
            @ForAll @LongRange(min = -25, max = 25) long off) {
        Journal journal = journalOf(definition);
        ReferenceSequence reference = new ReferenceSequence(definition);
        if (used > 0) {
            assertRaise(journal, reference, used, null);
        }
        SequenceState before = journal.state();
        Position known = new Position(1, definition.cycle() ? lap : 1, definition.start() + off);

        if (before.isBeyondMark(known)) {
            reference.skipUpTo(known);
        }
        if (assertRaise(journal, reference, 4, known)) {
            assertRaise(journal, reference, 4, null);
        }
    }

    @Property
    void raise_anyKnownPositionOfTheSameLap_nextGridValueWithoutOverflow(
            @ForAll SequenceDefinition definition, @ForAll long known) {
        Journal journal = journalOf(definition);
        BigInteger increment = BigInteger.valueOf(definition.increment());
        BigInteger distance = BigInteger.valueOf(known).subtract(BigInteger.valueOf(definition.start()));
        BigInteger steps = distance.signum() * increment.signum() < 0
                ? BigInteger.ZERO
                : distance.divide(increment).add(BigInteger.ONE);
        BigInteger expected = BigInteger.valueOf(definition.start()).add(steps.multiply(increment));

        Block block = raiseOrNothing(journal, 1, new Position(1, 1, known)).orElse(null);
        if (expected.compareTo(BigInteger.valueOf(definition.min())) >= 0
                && expected.compareTo(BigInteger.valueOf(definition.max())) <= 0) {
            assertThat(block).isEqualTo(new Block(expected.longValueExact(), definition.increment(), 1, 1, 1));
        } else if (definition.cycle()) {
            assertThat(block).isEqualTo(new Block(definition.wrapStart(), definition.increment(), 1, 1, 2));
        } else {
            assertThat(block).isNull();
        }
    }

    @Property
    void remaining_anyDefinition_countsToTheBound(@ForAll SequenceDefinition definition) {
        BigInteger steps = BigInteger.valueOf(definition.bound())
                .subtract(BigInteger.valueOf(definition.start()))
                .divide(BigInteger.valueOf(definition.increment()))
                .add(BigInteger.ONE);

        assertThat(journalOf(definition).state().remaining())
                .isEqualTo(steps.min(CoreDomain.HIGHEST).longValueExact());
    }

    @Property
    void anyCommands_inAnyOrder_noValueTwiceInALapAndReplayAgrees(
            @ForAll @Size(max = 25) List<@From("commands") Consumer<Walk>> commands) {
        Walk walk = new Walk();

        for (Consumer<Walk> command : commands) {
            command.accept(walk);
            assertThat(walk.journal.replayed()).isEqualTo(walk.journal.state());
        }
    }

    /** A sequence, and every value that it ever handed out. */
    private static final class Walk {
        private final Journal journal =
                Journal.of(SequenceOptions.NONE.withMin(-20).withMax(20));
        private final Set<Position> used = new HashSet<>();

        private void raise(long amount, Position known) {
            raiseOrNothing(journal, amount, known).ifPresent(block -> {
                for (long i = 0; i < block.count(); i++) {
                    Position position = new Position(block.epoch(), block.lap(), block.valueAt(i));
                    assertThat(used.add(position)).as("%s is new", position).isTrue();
                    assertThat(journal.state().definition().admits(position.value()))
                            .isTrue();
                }
            });
        }

        /** A refusal is a fine answer, if it changes nothing. */
        private void change(Consumer<Journal> change) {
            SequenceState before = journal.state();
            try {
                change.accept(journal);
            } catch (SeqdException e) {
                assertThat(journal.state()).isEqualTo(before);
            }
        }
    }

    @Provide
    Arbitrary<Consumer<Walk>> commands() {
        Arbitrary<Consumer<Walk>> raises = Combinators.combine(
                        Arbitraries.longs().between(1, 9), CoreDomain.epochs(), small(-25, 25))
                .as((amount, lap, value) -> walk -> {
                    if (!walk.journal.state().dropped()) {
                        walk.raise(amount, new Position(1, lap, value));
                    }
                });
        Arbitrary<Consumer<Walk>> alters = options().map(options -> walk -> {
            if (!walk.journal.state().dropped()) {
                walk.change(journal -> journal.alter(options));
            }
        });
        Arbitrary<Consumer<Walk>> recreations = options().map(options -> walk -> {
            if (!walk.journal.state().dropped()) {
                walk.journal.drop();
            }
            walk.change(journal -> journal.create(options));
        });
        return Arbitraries.oneOf(raises, raises, alters, recreations).withoutEdgeCases();
    }

    private static Arbitrary<SequenceOptions> options() {
        return Combinators.combine(
                        small(-40, 40).injectNull(0.3),
                        small(-7, 7).injectNull(0.3),
                        small(-45, 5).injectNull(0.3),
                        small(-5, 45).injectNull(0.3),
                        Arbitraries.of(true, false).injectNull(0.3))
                .as((start, increment, min, max, cycle) -> new SequenceOptions(
                        null, start, increment, new Setting(min), new Setting(max), cycle, null, null, null));
    }

    private static Arbitrary<Long> small(long from, long to) {
        return Arbitraries.longs().between(from, to);
    }

    @Provide
    Arbitrary<SequenceDefinition> narrow() {
        return CoreDomain.narrowDefinitions().withoutEdgeCases();
    }

    private static Journal journalOf(SequenceDefinition definition) {
        Journal journal = new Journal();
        journal.note(new Created(definition, 1));
        return journal;
    }

    /** Whether there was a value left. */
    private static boolean assertRaise(
            Journal journal, ReferenceSequence reference, long amount, @Nullable Position known) {
        Optional<Block> raised = raiseOrNothing(journal, amount, known);
        if (raised.isEmpty()) {
            assertThat(reference.peek()).isEmpty();
            return false;
        }
        Block block = raised.get();
        for (long i = 0; i < block.count(); i++) {
            assertThat(reference.take())
                    .contains(new ReferenceSequence.Value(block.lap(), BigInteger.valueOf(block.valueAt(i))));
        }
        boolean boundReached =
                reference.peek().filter(value -> value.lap() == block.lap()).isEmpty();
        assertThat(block.count() == amount || boundReached).isTrue();
        return true;
    }

    private static Optional<Block> raiseOrNothing(Journal journal, long amount, @Nullable Position known) {
        SequenceState before = journal.state();
        try {
            return Optional.of(journal.raise(amount, known));
        } catch (SeqdException e) {
            assertThat(e.error()).isIn(SeqdError.EXHAUSTED, SeqdError.BEYOND_MARK);
            assertThat(journal.state()).isEqualTo(before);
            return Optional.empty();
        }
    }
}
