package dev.seqd.allocator;

import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.RecipientRef;
import org.apache.pekko.actor.typed.javadsl.AskPattern;
import org.apache.pekko.japi.function.Function;
import org.jspecify.annotations.Nullable;

/** Questions to actors. */
public final class Asking {
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

    /** An actor of a node that every node has under the same name. */
    static <Q> ActorRef<Q> at(ActorSystem<?> system, Object address, String name) {
        return ActorRefResolver.get(system).resolveActorRef(address + "/system/" + name);
    }

    /** What a stage failed with, without what stages wrap it into. */
    static @Nullable Throwable cause(@Nullable Throwable failure) {
        Throwable wrapped = failure instanceof CompletionException ? failure.getCause() : null;
        return wrapped == null ? failure : wrapped;
    }
}
