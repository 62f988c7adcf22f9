package dev.seqd.simulation;

import dev.seqd.allocator.Grant;
import dev.seqd.allocator.LeaseRequest;
import dev.seqd.allocator.Recall;
import dev.seqd.allocator.SimulatedCounter;
import dev.seqd.core.SeqdException;
import dev.seqd.http.SimulatedNode;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Carries one life of a node's questions to Counters, and the answers back while it lives. */
final class NodeDoor implements SimulatedNode.Owners {
    private final int place;
    private final World world;
    private @Nullable SimulatedNode node;

    NodeDoor(int place, World world) {
        this.place = place;
        this.world = world;
    }

    /** Whose door it is. */
    void opens(SimulatedNode of) {
        node = of;
    }

    @Override
    public void lease(long number, LeaseRequest request) {
        int slot = world.routeOf(place, number);
        world.post(new Parcel(
                world.placeOfCounter(slot),
                Parcel.Manner.REMOTE,
                () -> request + " of the node at " + place + " for place " + (char) ('A' + slot),
                chance -> world.counterAt(slot).lease(request, new Question(number, request))));
    }

    @Override
    public void giveBack(List<Recall.Part> parts) {
        int slot = world.routeOf(place, parts.size());
        world.post(new Parcel(
                world.placeOfCounter(slot),
                Parcel.Manner.REMOTE,
                () -> parts + " given back by the node at " + place + " for place " + (char) ('A' + slot),
                chance -> world.counterAt(slot).givenBack(parts)));
    }

    private void answer(String what, Consumer<SimulatedNode> how) {
        SimulatedNode asker = node;
        world.post(new Parcel(place, Parcel.Manner.REMOTE, () -> what + " for the node at " + place, chance -> {
            if (asker != null && world.isAlive(asker)) {
                how.accept(asker);
            }
        }));
    }

    private final class Question implements SimulatedCounter.Asker {
        private final long number;
        private final LeaseRequest request;
        private boolean answered;

        private Question(long number, LeaseRequest request) {
            this.number = number;
            this.request = request;
        }

        @Override
        public void granted(Grant grant) {
            once();
            answer(grant.block().toString(), asker -> asker.granted(number, grant));
        }

        @Override
        public void refused(SeqdException refusal) {
            once();
            answer("a refusal, " + refusal.error(), asker -> asker.refused(number, refusal));
        }

        private void once() {
            if (answered) {
                throw new Violation(Rule.ANSWERED_ONCE, "a node's question " + number);
            }
            answered = true;
        }

        @Override
        public boolean isWithoutFloor() {
            return request.after() == null;
        }
    }
}
