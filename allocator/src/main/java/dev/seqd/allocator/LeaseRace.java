package dev.seqd.allocator;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.seqd.core.SequenceName;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/**
 * A request that an owner and perhaps a stand-in were asked for: the first grant or final refusal counts, else the last
 * failure. What is granted besides becomes a gap. Thread-safe.
 */
final class LeaseRace {
    private final SequenceName name;
    private final LeaseRequest request;
    private final AllocatorCounts counts;
    private final CompletableFuture<Answer> result = new CompletableFuture<>();

    @GuardedBy("this")
    private int running;

    private volatile @Nullable ActorRef<Answer> ownerAnswersTo;

    /** Nobody is asked yet. */
    LeaseRace(SequenceName name, LeaseRequest request, AllocatorCounts counts) {
        this.name = name;
        this.request = request;
        this.counts = counts;
    }

    /** Of which sequence values are wanted. */
    SequenceName name() {
        return name;
    }

    /** What is wanted. */
    LeaseRequest request() {
        return request;
    }

    /** The owner is about to be asked, and will answer there. */
    LeaseRequest asks(ActorRef<Answer> asker) {
        ownerAnswersTo = asker;
        return request;
    }

    /** Where the owner that was asked last answers, null before it is asked. */
    @Nullable
    ActorRef<Answer> ownerAnswersTo() {
        return ownerAnswersTo;
    }

    /** Somebody is asked. */
    CompletionStage<Void> enter(CompletionStage<Answer> runner) {
        synchronized (this) {
            running++;
        }
        return runner.handle((answer, failure) -> {
            finish(answer, failure);
            return null;
        });
    }

    /** What came of it. */
    CompletionStage<Answer> result() {
        return result;
    }

    boolean isOver() {
        return result.isDone();
    }

    private void finish(@Nullable Answer answer, @Nullable Throwable failure) {
        boolean last = leave();
        if (!last && !decides(answer)) {
            return;
        }
        boolean first = answer != null ? result.complete(answer) : result.completeExceptionally(cause(failure));
        if (!first && answer instanceof Answer.Granted granted) {
            counts.valuesBurnt().add(granted.grant().block().count());
        }
    }

    private synchronized boolean leave() {
        running--;
        return running == 0;
    }

    private static boolean decides(@Nullable Answer answer) {
        return answer instanceof Answer.Granted
                || (answer instanceof Answer.Refused refused
                        && refused.error().definite()
                        && !refused.error().retryable());
    }

    private static Throwable cause(@Nullable Throwable failure) {
        Throwable cause = Asking.cause(failure);
        return cause != null ? cause : new IllegalStateException("neither an answer nor a failure");
    }
}
