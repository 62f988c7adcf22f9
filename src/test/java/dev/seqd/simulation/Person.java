package dev.seqd.simulation;

import dev.seqd.core.After;
import dev.seqd.core.Block;
import dev.seqd.core.Position;
import dev.seqd.core.SeqdException;
import dev.seqd.http.SimulatedNode;
import org.jspecify.annotations.Nullable;

/** Somebody without a client, who asks nodes for one value at a time, and says what he saw last, or does not. */
final class Person {
    private final int place;
    private final World world;
    private @Nullable Position last;
    private int calls;
    private boolean waits;

    Person(int place, World world) {
        this.place = place;
        this.world = world;
    }

    /** Asks a node. Who waits already gives up on that now and then. */
    void call(int node, int how) {
        if (waits && how % 4 != 0) {
            return;
        }
        waits = true;
        Call call = new Call(++calls, after(how / 4), world.audit().callBegins());
        world.post(new Parcel(
                world.placeOfNode(node),
                Parcel.Manner.REMOTE,
                () -> "the person at " + place + " asks node" + node + " for one after " + call.after,
                chance -> world.node(node).take(1, new Call(call))));
    }

    private @Nullable After after(int how) {
        Position seen = last;
        if (seen == null) {
            return null;
        }
        return switch (how % 6) {
            case 0 -> null;
            case 1 -> new After(seen.value(), seen.epoch(), null);
            case 2 -> new After(seen.value(), null, null);
            default -> new After(seen.value(), seen.epoch(), seen.lap());
        };
    }

    private final class Call implements SimulatedNode.Caller {
        private final int number;
        private final @Nullable After after;
        private final @Nullable Position begun;
        private boolean answered;

        private Call(int number, @Nullable After after, @Nullable Position begun) {
            this.number = number;
            this.after = after;
            this.begun = begun;
        }

        /** The same once more, as it arrives. */
        private Call(Call other) {
            this(other.number, other.after, other.begun);
        }

        @Override
        public void given(Block block, Range range, SimulatedNode.Advice advice) {
            once();
            if (after != null && after.epoch() != null && after.lap() != null) {
                Audit.requireBeyond(Rule.FLOOR, after.at(after.epoch(), after.lap()), block);
            }
            answer(block.toString(), () -> got(block, range));
        }

        private void got(Block block, Range range) {
            if (!waits || number != calls) {
                return;
            }
            waits = false;
            last = block.end();
            world.say(() -> "  the person at " + place + " gets " + block);
            world.audit().callEnds(begun, block, range);
        }

        @Override
        public void refused(SeqdException refusal) {
            once();
            answer("a refusal, " + refusal.error(), () -> waits = waits && number != calls);
        }

        private void once() {
            if (answered) {
                throw new Violation(Rule.ANSWERED_ONCE, "a person's question");
            }
            answered = true;
        }

        private void answer(String what, Runnable how) {
            world.post(new Parcel(
                    place, Parcel.Manner.REMOTE, () -> what + " for the person at " + place, chance -> how.run()));
        }

        @Override
        public @Nullable After after() {
            return after;
        }
    }
}
