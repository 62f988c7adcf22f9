package dev.seqd.client;

import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import java.net.URI;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What was tried since the last refill that worked, for the exception of a call that waited in vain. Not thread-safe. */
final class Outage {
    private final String sequence;
    private final Set<URI> nodes = new LinkedHashSet<>();
    private @Nullable URI lastNode;
    private int attempts;
    private @Nullable Throwable last;

    Outage(String sequence) {
        this.sequence = sequence;
    }

    void failed(URI node, Throwable error) {
        attempts++;
        nodes.add(node);
        lastNode = node;
        last = error;
    }

    /** The node that failed last, null if the last refill worked. */
    @Nullable
    URI lastNode() {
        return lastNode;
    }

    void over() {
        attempts = 0;
        nodes.clear();
        lastNode = null;
        last = null;
    }

    /**
     * What to tell a call that ends without its values: the service's refusal if that was its last word, else that it was
     * not to be reached.
     *
     * @param why the beginning of the text, such as "gave up after 5 s"
     */
    Supplier<RuntimeException> explain(String why) {
        Throwable error = last;
        if (error != null && isRefusal(error)) {
            return refusal((SeqdException) error);
        }
        return unavailable(why, error);
    }

    /** What to tell a call that was called off. */
    Supplier<RuntimeException> interrupted(Exception cause) {
        return unavailable("interrupted while it waited", cause);
    }

    private Supplier<RuntimeException> unavailable(String why, @Nullable Throwable cause) {
        List<URI> tried = List.copyOf(nodes);
        String text = "no value of sequence \"" + sequence + "\": " + why + "; " + story(last);
        return () -> new SequenceUnavailableException(text, sequence, tried, cause);
    }

    private String story(@Nullable Throwable error) {
        if (error == null) {
            return "no node has answered or failed yet";
        }
        return attempts + (attempts == 1 ? " attempt" : " attempts") + " at " + nodes + " failed, the last one with: "
                + reason(error);
    }

    /** Whether the node works, though it has no values to give: it refused, or is asked for more than it can do. */
    static boolean isAnswer(Throwable error) {
        return isRefusal(error) || (error instanceof SeqdException busy && busy.error() == SeqdError.OVERLOADED);
    }

    /** Whether the service works and says no, definitely and for everybody. */
    static boolean isRefusal(Throwable error) {
        return error instanceof SeqdException refusal
                && refusal.error().definite()
                && !refusal.error().retryable()
                && !isOfClient(refusal);
    }

    /** Whether the node answered that it has nothing for this sequence now, which need not hold for others. */
    static boolean isOfSequence(Throwable error) {
        return error instanceof SeqdException answer
                && answer.error() == SeqdError.UNAVAILABLE
                && !(answer instanceof RefusedClientException);
    }

    /** For how long the one who failed wants to be left alone, 0 if it did not say. */
    static long adviceNanos(Throwable error) {
        return error instanceof BusyException busy ? busy.retryAfter().toNanos() : 0;
    }

    /** Whether one node refuses this client itself, whatever it asks for; others may not. */
    static boolean isOfClient(Throwable error) {
        return error instanceof SeqdException refusal
                && refusal.error() == SeqdError.UNAUTHENTICATED
                && !(refusal instanceof RefusedClientException);
    }

    /** A refusal as a thread of its own should see it. */
    static Supplier<RuntimeException> refusal(SeqdException error) {
        return () -> new SeqdException(error.error(), error.sqlState(), error.detail(), error);
    }

    /** An exception in one line. */
    static String reason(Throwable error) {
        String message = error.getMessage();
        String type = error.getClass().getSimpleName();
        return message == null || message.isBlank() ? type : type + ": " + message;
    }
}
