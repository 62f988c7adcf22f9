package dev.seqd.simulation;

import dev.seqd.client.SimulatedClient;
import dev.seqd.core.After;
import dev.seqd.core.Block;
import dev.seqd.core.SeqdException;
import dev.seqd.http.SimulatedNode;
import org.jspecify.annotations.Nullable;

/** Carries one life of a client's questions to nodes, and the answers back. */
final class ClientDoor implements SimulatedClient.Nodes {
    private final int place;
    private final World world;
    private int asked;

    ClientDoor(int place, World world) {
        this.place = place;
        this.world = world;
    }

    /** Every second question goes to another node, as after a failure. */
    @Override
    public void ask(SimulatedClient.Question question, int count, @Nullable After after) {
        int node = world.nodeFor(place + asked++ / 2);
        world.post(new Parcel(
                world.placeOfNode(node),
                Parcel.Manner.REMOTE,
                () -> "the client at " + place + " asks node" + node + " for " + count + " after " + after,
                chance -> world.node(node).take(count, new Call(question, after))));
    }

    private void answer(String what, Runnable how) {
        world.post(new Parcel(
                place, Parcel.Manner.REMOTE, () -> what + " for the client at " + place, chance -> how.run()));
    }

    private final class Call implements SimulatedNode.Caller {
        private final SimulatedClient.Question question;
        private final @Nullable After after;
        private boolean answered;

        private Call(SimulatedClient.Question question, @Nullable After after) {
            this.question = question;
            this.after = after;
        }

        @Override
        public void given(Block block, Range range, SimulatedNode.Advice advice) {
            once();
            if (after != null && after.epoch() != null && after.lap() != null) {
                Audit.requireBeyond(Rule.FLOOR, after.at(after.epoch(), after.lap()), block);
            }
            answer(block.toString(), () -> question.granted(block, range, advice.suggested(), advice.cacheable()));
        }

        @Override
        public void refused(SeqdException refusal) {
            once();
            answer("a refusal, " + refusal.error(), () -> question.failed(refusal));
        }

        private void once() {
            if (answered) {
                throw new Violation(Rule.ANSWERED_ONCE, "a client's question");
            }
            answered = true;
        }

        @Override
        public @Nullable After after() {
            return after;
        }
    }
}
