package dev.seqd.benchmarks;

import dev.seqd.client.SeqClient;
import dev.seqd.client.Sequence;
import java.io.Serializable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import me.ahoo.cosid.segment.DefaultSegmentId;
import me.ahoo.cosid.segment.IdSegmentDistributor;
import me.ahoo.cosid.segment.SegmentChainId;
import org.hibernate.id.enhanced.PooledLoOptimizer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** One call of each subject, for JMH. The methods are named as in {@link JmhRun#LABELS}. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HotPathBenchmark {
    /** A client of a node in another process. */
    @State(Scope.Benchmark)
    public static class Seqd {
        private final StubProcess node = StubProcess.start();
        private final SeqClient client = SeqClient.connect(node.endpoint());
        private final Sequence sequence = client.sequence("bench_handle");

        /** Fetches the first blocks before anything is measured. */
        @Setup
        public void begin() {
            for (int i = 0; i < PeerSubjects.BLOCK; i++) {
                Sink.consume(sequence.next());
                Sink.consume(client.next("bench_literal"));
            }
        }

        /** Ends client and node. */
        @TearDown
        public void end() {
            client.close();
            node.close();
        }
    }

    /** What needs no set-up. */
    @State(Scope.Benchmark)
    public static class Peers {
        private final AtomicLong bare = new AtomicLong();
        private final DefaultSegmentId segment =
                new DefaultSegmentId(new IdSegmentDistributor.Atomic(PeerSubjects.BLOCK));
        private final SegmentChainId chain = new SegmentChainId(new IdSegmentDistributor.Atomic(PeerSubjects.BLOCK));
        private final PooledLoOptimizer pooledLo = new PooledLoOptimizer(Long.class, PeerSubjects.BLOCK);
        private final MemoryAccess access = new MemoryAccess(PeerSubjects.BLOCK);
        private final LockedSequence locked = new LockedSequence(PeerSubjects.BLOCK);
    }

    /** {@code sequence.next()}. */
    @Benchmark
    public long handle(Seqd state) {
        return state.sequence.next();
    }

    /** {@code client.next("bench_literal")}. */
    @Benchmark
    public long literal(Seqd state) {
        return state.client.next("bench_literal");
    }

    /** The reference. */
    @Benchmark
    public long atomicLong(Peers state) {
        return state.bare.getAndIncrement();
    }

    /** CosId without fetching ahead. */
    @Benchmark
    public long segmentId(Peers state) {
        return state.segment.generate();
    }

    /** CosId with fetching ahead. */
    @Benchmark
    public long segmentChainId(Peers state) {
        return state.chain.generate();
    }

    /** Hibernate's optimizer. */
    @Benchmark
    public Serializable pooledLo(Peers state) {
        return state.pooledLo.generate(state.access);
    }

    /** The synchronized design. */
    @Benchmark
    public long locked(Peers state) {
        return state.locked.next();
    }
}
