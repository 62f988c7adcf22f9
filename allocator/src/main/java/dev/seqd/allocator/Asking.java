package dev.seqd.allocator;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.pekko.actor.Cancellable;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.RecipientRef;
import org.apache.pekko.actor.typed.javadsl.AskPattern;
import org.apache.pekko.japi.function.Function;

/** Questions to actors. */
public final class Asking {
    /** A second is a short pause for a caller, and long for an answer. */
    private static final Duration AGAIN = Duration.ofSeconds(1);

    private Asking() {}

    /**
     * Asks an actor. What follows the answer runs on the system's threads: by itself a stage that comes from Scala starts a
     * thread for each step on a machine with two cores. Thread-safe; does not block.
     *
     * @param timeout how long the answer may take; then the stage fails with a {@link
     *     java.util.concurrent.TimeoutException}
     */
    public static <Q, A> CompletionStage<A> ask(
            ActorSystem<?> system, RecipientRef<Q> actor, Function<ActorRef<A>, Q> question, Duration timeout) {
        CompletionStage<A> answer = AskPattern.ask(actor, question, timeout, system.scheduler());
        return answer.thenApplyAsync(given -> given, system.executionContext());
    }

    /**
     * Asks as above, and sends the same message again and again until the answer comes: it may be lost on the way to an actor
     * that moves to another node. Whoever gets it twice must not mind.
     */
    static <Q, A> CompletionStage<A> askAgain(
            ActorSystem<?> system, RecipientRef<Q> actor, Function<ActorRef<A>, Q> question, Duration timeout) {
        AtomicReference<Cancellable> repeating = new AtomicReference<>(Cancellable.alreadyCancelled());
        CompletionStage<A> answer = ask(
                system,
                actor,
                replyTo -> {
                    Q message = question.apply(replyTo);
                    repeating.set(system.scheduler()
                            .scheduleWithFixedDelay(
                                    AGAIN, AGAIN, () -> actor.tell(message), system.executionContext()));
                    return message;
                },
                timeout);
        return answer.whenComplete(
                (given, failure) -> Objects.requireNonNull(repeating.get()).cancel());
    }
}
