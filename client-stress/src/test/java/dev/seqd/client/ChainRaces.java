package dev.seqd.client;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.seqd.core.Block;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/**
 * Races between calls without the lock and the chain's owner, who has it, run by {@link RacesIT}. In the outcomes stand two
 * calls of one thread, two digits each, then what the owner did or got, then what is left or was lost.
 */
public final class ChainRaces {
    private ChainRaces() {}

    /** Calls use up the chunk while its owner looks whether to show the next one. */
    @JCStressTest
    @Outcome(
            id = "111, 0, 0",
            expect = ACCEPTABLE,
            desc = "Used up in time: the second call is served from the next chunk.")
    @Outcome(id = "100, 11, 0", expect = ACCEPTABLE, desc = "The second call has to go to the owner.")
    @Outcome(expect = FORBIDDEN, desc = "A value was skipped, came twice or out of order.")
    @State
    public static class ClaimOrAdvance {
        private final ChunkSlot slot = new ChunkSlot();
        private final Chain chain = Claims.chain(slot, new Block(1, 1, 1, 1, 1), new Block(11, 1, 1, 1, 1));

        @Actor
        public void calls(JJJ_Result r) {
            r.r1 = Claims.two(slot);
        }

        @Actor
        public void owner() {
            chain.advance();
        }

        @Arbiter
        public void later(JJJ_Result r) {
            r.r2 = Claims.several(chain, 9);
            r.r3 = chain.held();
        }
    }

    /** Calls while a newer epoch takes the place of the older one. */
    @JCStressTest
    @Outcome(id = "102, 51, 0", expect = ACCEPTABLE, desc = "Both before.")
    @Outcome(id = "151, 0, 1", expect = ACCEPTABLE, desc = "One before, one after.")
    @Outcome(id = "100, 51, 1", expect = ACCEPTABLE, desc = "One before, one between, which has to go to the owner.")
    @Outcome(
            id = {"51, 0, 2", "5100, 0, 2"},
            expect = ACCEPTABLE,
            desc = "One after.")
    @Outcome(id = "0, 51, 2", expect = ACCEPTABLE, desc = "Both between.")
    @Outcome(expect = FORBIDDEN, desc = "An old value after a new one, or one given and given up.")
    @State
    public static class ClaimOrNewEpoch {
        private final ChunkSlot slot = new ChunkSlot();
        private final Chain chain = Claims.chain(slot, new Block(1, 1, 2, 1, 1));

        @Actor
        public void calls(JJJ_Result r) {
            r.r1 = Claims.two(slot);
        }

        @Actor
        public void owner() {
            chain.install(new Block(51, 1, 1, 2, 1));
            chain.advance();
        }

        @Arbiter
        public void later(JJJ_Result r) {
            r.r2 = Claims.several(chain, 9);
            r.r3 = chain.lost();
        }
    }

    /** Calls while everything is given up, as when the sequence was dropped or the client is closed. */
    @JCStressTest
    @Outcome(id = "102, 2, 2", expect = ACCEPTABLE, desc = "Both before.")
    @Outcome(id = "100, 1, 3", expect = ACCEPTABLE, desc = "One before, one after.")
    @Outcome(id = "0, 0, 4", expect = ACCEPTABLE, desc = "Both after.")
    @Outcome(expect = FORBIDDEN, desc = "A value was given and given up, or neither.")
    @State
    public static class ClaimOrDrop {
        private final ChunkSlot slot = new ChunkSlot();
        private final Chain chain = Claims.chain(slot, new Block(1, 1, 2, 1, 1), new Block(11, 1, 2, 1, 1));

        @Actor
        public void calls(JJJ_Result r) {
            r.r1 = Claims.two(slot);
        }

        @Actor
        public void owner() {
            chain.drop();
        }

        @Arbiter
        public void later(JJJ_Result r) {
            r.r2 = chain.given();
            r.r3 = chain.lost() + 10 * chain.held();
        }
    }

    /** Calls for one value each while one for three goes across two blocks. */
    @JCStressTest
    @Outcome(id = "102, 1112, 0", expect = ACCEPTABLE, desc = "Both before.")
    @Outcome(id = "100, 21112, 0", expect = ACCEPTABLE, desc = "One before, one after, which has to go to the owner.")
    @Outcome(id = "0, 10211, 12", expect = ACCEPTABLE, desc = "Both after.")
    @Outcome(expect = FORBIDDEN, desc = "A value left twice, never or out of order.")
    @State
    public static class ClaimOrTakeSeveral {
        private final ChunkSlot slot = new ChunkSlot();
        private final Chain chain = Claims.chain(slot, new Block(1, 1, 2, 1, 1), new Block(11, 1, 2, 1, 1));

        @Actor
        public void calls(JJJ_Result r) {
            r.r1 = Claims.two(slot);
        }

        @Actor
        public void owner(JJJ_Result r) {
            r.r2 = Claims.several(chain, 3);
        }

        @Arbiter
        public void later(JJJ_Result r) {
            r.r3 = Claims.several(chain, 9);
        }
    }

    /** A call while the first chunk of all is shown. */
    @JCStressTest
    @Outcome(id = "0, 0, -1", expect = ACCEPTABLE, desc = "The empty one.")
    @Outcome(id = "11, 4, 2", expect = ACCEPTABLE, desc = "The new one, all of it.")
    @Outcome(expect = FORBIDDEN, desc = "A chunk that is not finished.")
    @State
    public static class Publication {
        private final ChunkSlot slot = new ChunkSlot();

        @Actor
        public void call(JJJ_Result r) {
            Chunk chunk = slot.chunk();
            r.r1 = Claims.one(chunk);
            r.r2 = chunk.count();
            r.r3 = chunk.trigger();
        }

        @Actor
        public void owner() {
            slot.show(new Chunk(new Block(11, 1, 4, 1, 1)));
        }
    }
}
