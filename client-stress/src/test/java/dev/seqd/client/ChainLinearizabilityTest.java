package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/** Whatever threads do with a chain at the same time, they see one order of values: {@link SequentialChain} says which. */
class ChainLinearizabilityTest {
    @Test
    void chain_threadsInterleavedSystematically_isLinearizable() {
        new ModelCheckingOptions()
                .iterations(15)
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(1)
                .actorsAfter(2)
                .invocationsPerIteration(200)
                .sequentialSpecification(SequentialChain.class)
                .check(SharedChain.class);
    }

    @Test
    void chain_threadsInParallel_isLinearizable() {
        new StressOptions()
                .iterations(10)
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(1)
                .actorsAfter(2)
                .invocationsPerIteration(500)
                .sequentialSpecification(SequentialChain.class)
                .check(SharedChain.class);
    }

    /** That the model checker sees into chunks: a claim in two steps does not get past it. */
    @Test
    void chunk_claimedByReadingFirst_isFoundOut() {
        ModelCheckingOptions options = new ModelCheckingOptions()
                .iterations(20)
                .threads(2)
                .actorsPerThread(2)
                .invocationsPerIteration(200)
                .sequentialSpecification(NextOnly.class);

        assertThatThrownBy(() -> options.check(CarelessChunk.class)).hasMessageContaining("Invalid execution results");
    }

    /** Reads what is claimed, then claims. */
    public static class CarelessChunk {
        private final Chunk chunk = Claims.chunk(100, 0);

        @Operation
        public long next() {
            long index = chunk.claimed();
            chunk.claim();
            return chunk.valueAt(index);
        }
    }

    /** Values from 1 on. */
    public static class NextOnly {
        private long last;

        public long next() {
            return ++last;
        }
    }
}
