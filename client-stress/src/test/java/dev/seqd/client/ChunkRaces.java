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
import org.openjdk.jcstress.infra.results.JJ_Result;

/** Races for the values of one chunk, run by {@link RacesIT}: each value leaves once, and none is lost from the count. */
public final class ChunkRaces {
    private ChunkRaces() {}

    /** Two calls, one value. */
    @JCStressTest
    @Outcome(
            id = {"3, 0", "0, 3"},
            expect = ACCEPTABLE,
            desc = "One of the two gets it.")
    @Outcome(expect = FORBIDDEN, desc = "It left twice or never.")
    @State
    public static class LastIndex {
        private final Chunk chunk = Claims.chunk(3, 2);

        @Actor
        public void one(JJ_Result r) {
            r.r1 = Claims.one(chunk);
        }

        @Actor
        public void other(JJ_Result r) {
            r.r2 = Claims.one(chunk);
        }
    }

    /** A call while the rest is taken away. */
    @JCStressTest
    @Outcome(id = "2, 1, 0", expect = ACCEPTABLE, desc = "The call got its value, and one was taken away.")
    @Outcome(id = "0, 2, 0", expect = ACCEPTABLE, desc = "Both were taken away.")
    @Outcome(expect = FORBIDDEN, desc = "A value was given and taken away, or neither.")
    @State
    public static class ClaimOrClose {
        private final Chunk chunk = Claims.chunk(3, 1);

        @Actor
        public void call(JJJ_Result r) {
            r.r1 = Claims.one(chunk);
        }

        @Actor
        public void owner(JJJ_Result r) {
            r.r2 = chunk.close();
        }

        @Arbiter
        public void later(JJJ_Result r) {
            r.r3 = Claims.one(chunk);
        }
    }

    /** A call for one value while another one takes two. */
    @JCStressTest
    @Outcome(id = "3, 4, 0", expect = ACCEPTABLE, desc = "One each.")
    @Outcome(id = "0, 304, 0", expect = ACCEPTABLE, desc = "Both to the one that wanted two.")
    @Outcome(expect = FORBIDDEN, desc = "A value left twice or never.")
    @State
    public static class ClaimOrClaimSeveral {
        private final Chunk chunk = Claims.chunk(4, 2);

        @Actor
        public void call(JJJ_Result r) {
            r.r1 = Claims.one(chunk);
        }

        @Actor
        public void owner(JJJ_Result r) {
            Block taken = chunk.claim(2);
            r.r2 = taken == null ? Claims.NONE : Claims.digits(Claims.NONE, taken);
        }

        @Arbiter
        public void later(JJJ_Result r) {
            r.r3 = Claims.one(chunk);
        }
    }

    /** The owner settles a cursor that did not run over. */
    @JCStressTest
    @Outcome(id = "2, 3, 0", expect = ACCEPTABLE, desc = "Each call got the next value.")
    @Outcome(expect = FORBIDDEN, desc = "The cursor went back or ahead.")
    @State
    public static class ClaimOrSettle {
        private final Chunk chunk = Claims.chunk(3, 1);

        @Actor
        public void call(JJJ_Result r) {
            r.r1 = Claims.one(chunk);
        }

        @Actor
        public void owner() {
            chunk.settle();
        }

        @Arbiter
        public void later(JJJ_Result r) {
            r.r2 = Claims.one(chunk);
            r.r3 = Claims.one(chunk);
        }
    }

    /** The owner settles a cursor that runs over at the same moment. */
    @JCStressTest
    @Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "Nothing is left, and nothing is counted twice.")
    @Outcome(expect = FORBIDDEN, desc = "A value came back, or the count is wrong.")
    @State
    public static class OverrunOrSettle {
        private final Chunk chunk = Claims.chunk(1, 2);

        @Actor
        public void call(JJJ_Result r) {
            r.r1 = Claims.one(chunk);
        }

        @Actor
        public void owner() {
            chunk.settle();
        }

        @Arbiter
        public void later(JJJ_Result r) {
            r.r2 = chunk.left() + Claims.one(chunk);
            r.r3 = chunk.claimed();
        }
    }
}
