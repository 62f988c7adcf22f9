package dev.seqd.allocator;

import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceChange;
import dev.seqd.core.SequenceEvent;
import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceState;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.japi.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Moves marks because an operator says so: through the Counters, which call back what nodes hold, or, where the database is
 * doubted and no Counter recovers, straight in the journal. Thread-safe.
 */
final class Raises {
    /** Of a page, so many are moved at the same time. */
    private static final int AT_ONCE = 32;

    private final DatabaseTrust trust;
    private final JournalAppender appender;
    private final Executor blocking;
    private final Ask ask;

    /** Asks a Counter for a change, and says what the sequence is then. */
    @FunctionalInterface
    interface Ask {
        CompletionStage<SequenceDescription> ask(
                SequenceName name, Function<ActorRef<Answer>, Counter.Command> question);
    }

    Raises(DatabaseTrust trust, JournalAppender appender, Executor blocking, Ask ask) {
        this.trust = trust;
        this.appender = appender;
        this.blocking = blocking;
        this.ask = ask;
    }

    static SequenceChange change(@Nullable Long atLeast, long by) {
        return atLeast == null ? new SequenceChange.AdvanceBy(by) : new SequenceChange.AdvanceTo(atLeast);
    }

    /** Moves one mark to a value. */
    CompletionStage<RaisedMark> raise(SequenceName name, long atLeast) {
        return raise(name, atLeast, 0, null);
    }

    private CompletionStage<RaisedMark> raise(SequenceName name, @Nullable Long atLeast, long by, @Nullable Long from) {
        if (trust.isTrusted()) {
            return ask.ask(name, replyTo -> new Counter.Advance(atLeast, by, replyTo))
                    .thenApply(now -> RaisedMark.of(now, from));
        }
        return CompletableFuture.supplyAsync(() -> append(name, change(atLeast, by), from), blocking);
    }

    private RaisedMark append(SequenceName name, SequenceChange change, @Nullable Long from) {
        SequenceState after = appender.append(name, now -> {
            SequenceEvent event = change.decide(name, now);
            return event == null ? List.of() : List.of(event);
        });
        return RaisedMark.of(name, SequenceChange.existing(name, after), from);
    }

    /**
     * Moves the marks of some sequences. One that cannot be moved does not keep the others from it; but where the database is
     * doubted, all must be, and the stage fails.
     */
    CompletionStage<List<RaisedMark>> raise(List<SequenceDescription> sequences, long by) {
        return raise(sequences, by, new ArrayList<>());
    }

    private CompletionStage<List<RaisedMark>> raise(List<SequenceDescription> left, long by, List<RaisedMark> done) {
        if (left.isEmpty()) {
            return CompletableFuture.completedFuture(done);
        }
        boolean doubted = !trust.isTrusted();
        List<CompletableFuture<RaisedMark>> some = new ArrayList<>();
        for (SequenceDescription sequence : left.subList(0, Math.min(AT_ONCE, left.size()))) {
            some.add(raise(
                            new SequenceName(sequence.name()),
                            null,
                            by,
                            sequence.progress().highWater())
                    .exceptionally(failure -> failed(sequence, failure, doubted))
                    .toCompletableFuture());
        }
        return CompletableFuture.allOf(some.toArray(CompletableFuture[]::new)).thenCompose(all -> {
            some.forEach(one -> done.add(one.join()));
            return raise(left.subList(some.size(), left.size()), by, done);
        });
    }

    private static RaisedMark failed(SequenceDescription sequence, Throwable failure, boolean doubted) {
        Throwable cause = Objects.requireNonNull(Asking.cause(failure));
        boolean isDamage = DamagedJournalException.in(failure) != null;
        if (!isDamage && (doubted || !(cause instanceof SeqdException))) {
            throw new CompletionException(cause);
        }
        String text = isDamage ? "its journal is damaged" : String.valueOf(cause.getMessage());
        return RaisedMark.failed(sequence, text);
    }
}
