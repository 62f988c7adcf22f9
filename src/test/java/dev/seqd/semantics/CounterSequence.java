package dev.seqd.semantics;

import dev.seqd.allocator.Allocator;
import dev.seqd.allocator.LeaseRequest;
import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceOptions;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A sequence as its Counter has it, for a node that leases some values at once and hands them out one by one. */
final class CounterSequence implements SequenceUnderTest {
    private static final long WAIT_SECONDS = 60;

    private final Allocator allocator;
    private final Leases leases;
    private final SequenceName name;
    private final long atOnce;

    /**
     * A sequence that was never created.
     *
     * @param leases what the allocator's node holds
     * @param atOnce how many values a lease is asked for
     */
    CounterSequence(Allocator allocator, Leases leases, SequenceName name, long atOnce) {
        this.allocator = allocator;
        this.leases = leases;
        this.name = name;
        this.atOnce = atOnce;
    }

    @Override
    public Outcome create(SequenceOptions options) {
        return outcome(
                allocator.create(name, options, true),
                creation -> creation.created() ? Outcome.DONE : Outcome.alreadyExists("s"));
    }

    @Override
    public Outcome next() {
        Long held = leases.take(name.value());
        if (held != null) {
            return Outcome.of(held);
        }
        return outcome(
                allocator.lease(name, new LeaseRequest(atOnce, 1, atOnce, null)),
                grant -> Outcome.of(leases.takeFirst(name.value(), grant)));
    }

    @Override
    public Outcome setval(long value, boolean called) {
        return outcome(allocator.setval(name, value, called, true), description -> Outcome.of(value));
    }

    @Override
    public Outcome alter(SequenceOptions options) {
        return done(allocator.alter(name, options, true, null));
    }

    @Override
    public Outcome restart(@Nullable Long with) {
        return done(allocator.restart(name, with, true));
    }

    @Override
    public Outcome drop() {
        return done(allocator.drop(name));
    }

    private Outcome done(CompletionStage<?> stage) {
        return outcome(stage, answer -> Outcome.DONE);
    }

    private <T> Outcome outcome(CompletionStage<T> stage, Function<T, Outcome> answer) {
        try {
            return answer.apply(get(stage));
        } catch (CompletionException e) {
            return Outcome.refused(refusal(e)).ofSequence(name.value());
        }
    }

    private static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture()
                .orTimeout(WAIT_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    private static SeqdException refusal(CompletionException failure) {
        if (failure.getCause() instanceof SeqdException refusal) {
            return refusal;
        }
        throw failure;
    }

    @Override
    public @Nullable Standing standing() {
        try {
            return Standing.of(get(allocator.describe(name)).definition(), null);
        } catch (CompletionException e) {
            if ("42P01".equals(refusal(e).sqlState())) {
                return null;
            }
            throw e;
        }
    }
}
