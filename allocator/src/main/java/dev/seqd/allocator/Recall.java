package dev.seqd.allocator;

import dev.seqd.core.Block;
import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;

/**
 * A Counter asks a node to give up what it holds of a sequence, because the sequence is about to change, or its owner ends.
 *
 * @param name the sequence
 * @param serial names the question
 * @param onlyResting whether the node keeps what its callers use at present
 * @param replyTo where the unissued rest goes; whoever answers has given it up
 */
public record Recall(String name, long serial, boolean onlyResting, ActorRef<Returned> replyTo) implements WireMessage {
    /**
     * The answer.
     *
     * @param serial of the question
     * @param parts the unissued rest, in any order; empty if nothing was held
     */
    public record Returned(long serial, List<Part> parts) implements WireMessage {}

    /**
     * The unissued end of a grant.
     *
     * @param grantId names the grant
     * @param block its last values
     */
    public record Part(String grantId, Block block) {}

    /** Answers. */
    public void giveBack(List<Part> parts) {
        replyTo.tell(new Returned(serial, parts));
    }
}
