package dev.seqd.benchmarks;

import java.util.concurrent.atomic.AtomicLong;
import me.ahoo.cosid.segment.DefaultSegmentId;
import me.ahoo.cosid.segment.IdSegmentDistributor;
import me.ahoo.cosid.segment.SegmentChainId;
import org.hibernate.id.enhanced.PooledLoOptimizer;

/**
 * What seqd is measured beside. Those that work with blocks get theirs from memory, {@value #BLOCK} values at a time, so that
 * nearly all that is measured of them is their hot path: that favours them.
 */
final class PeerSubjects {
    static final int BLOCK = 1_000_000;

    private PeerSubjects() {}

    /** The least that a counter can cost between threads: {@link AtomicLong#getAndIncrement}. */
    record Bare(AtomicLong counter) implements Subject {
        static final String LABEL = "AtomicLong";

        Bare() {
            this(new AtomicLong());
        }

        @Override
        public String label() {
            return LABEL;
        }

        @Override
        public void call(int times) {
            for (int i = 0; i < times; i++) {
                Sink.consume(counter.getAndIncrement());
            }
        }
    }

    /** CosId's generator with one segment at a time. */
    record CosIdSegment(DefaultSegmentId generator) implements Subject {
        static final String LABEL = "CosId SegmentId";

        CosIdSegment() {
            this(new DefaultSegmentId(new IdSegmentDistributor.Atomic(BLOCK)));
        }

        @Override
        public String label() {
            return LABEL;
        }

        @Override
        public void call(int times) {
            for (int i = 0; i < times; i++) {
                Sink.consume(generator.generate());
            }
        }
    }

    /** CosId's generator that fetches segments ahead. */
    record CosIdChain(SegmentChainId generator) implements Subject {
        static final String LABEL = "CosId SegmentChainId";

        CosIdChain() {
            this(new SegmentChainId(new IdSegmentDistributor.Atomic(BLOCK)));
        }

        @Override
        public String label() {
            return LABEL;
        }

        @Override
        public void call(int times) {
            for (int i = 0; i < times; i++) {
                Sink.consume(generator.generate());
            }
        }

        @Override
        public boolean owns(String thread) {
            return thread.contains("Prefetch");
        }
    }

    /** Hibernate's optimizer of the same name, as an entity's generator calls it. */
    record PooledLo(PooledLoOptimizer optimizer, MemoryAccess access) implements Subject {
        static final String LABEL = "Hibernate pooled-lo";

        PooledLo() {
            this(new PooledLoOptimizer(Long.class, BLOCK), new MemoryAccess(BLOCK));
        }

        @Override
        public String label() {
            return LABEL;
        }

        @Override
        public void call(int times) {
            for (int i = 0; i < times; i++) {
                Sink.consume((Long) optimizer.generate(access));
            }
        }
    }

    /** The design that comes to mind first: one lock around block and rate. */
    record Locked(LockedSequence sequence) implements Subject {
        static final String LABEL = "synchronized";

        Locked() {
            this(new LockedSequence(BLOCK));
        }

        @Override
        public String label() {
            return LABEL;
        }

        @Override
        public void call(int times) {
            for (int i = 0; i < times; i++) {
                Sink.consume(sequence.next());
            }
        }
    }
}
