package dev.seqd.allocator;

import dev.seqd.core.Block;
import dev.seqd.core.Cursor;
import dev.seqd.core.Extremes;
import dev.seqd.core.Position;
import dev.seqd.core.Reach;
import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceDefinition;
import dev.seqd.core.SequenceEvent;
import dev.seqd.core.SequenceEvent.Advanced;
import dev.seqd.core.SequenceEvent.Altered;
import dev.seqd.core.SequenceEvent.Created;
import dev.seqd.core.SequenceEvent.Dropped;
import dev.seqd.core.SequenceEvent.HighWaterRaised;
import dev.seqd.core.SequenceEvent.Released;
import dev.seqd.core.SequenceEvent.Repositioned;
import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceState;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Events that somebody may try to write to a journal: right ones, nearly right ones, and such as were written before. */
final class RandomEvents {
    private static final int NEAR = 12;

    private final SplittableRandom random;
    private final List<SequenceEvent> past = new ArrayList<>();

    RandomEvents(SplittableRandom random) {
        this.random = random;
    }

    SequenceEvent next(@Nullable SequenceState now) {
        boolean again = !past.isEmpty() && random.nextInt(5) == 0;
        SequenceEvent event = again ? past.get(random.nextInt(past.size())) : fresh(now);
        past.add(event);
        return event;
    }

    private SequenceEvent fresh(@Nullable SequenceState now) {
        if (now == null || random.nextInt(now.dropped() ? 2 : 25) == 0) {
            return new Created(definition(), epoch(now));
        }
        return switch (random.nextInt(14)) {
            case 0, 1, 2, 3 -> raise(now);
            case 4, 5 -> new HighWaterRaised(block(now));
            case 6, 7, 8 -> new Released(reach(now));
            case 9 -> new Altered(random.nextBoolean() ? definition() : now.definition(), epoch(now));
            case 10 -> new Repositioned(cursor(now), epoch(now));
            case 11, 12 -> {
                long lap = Math.max(1, now.lap() + random.nextInt(3) - 1);
                yield new Advanced(new Position(epoch(now), lap, near(now)), cursor(now));
            }
            default -> random.nextInt(3) == 0 ? new Dropped() : raise(now);
        };
    }

    private long epoch(@Nullable SequenceState now) {
        return Math.max(1, (now == null ? 1 : now.epoch()) + random.nextInt(4) - 1);
    }

    private SequenceEvent raise(SequenceState now) {
        try {
            return now.dropped() ? new Dropped() : now.raise(new SequenceName("s"), 1 + random.nextInt(5), null);
        } catch (SeqdException | IllegalStateException e) {
            return new Repositioned(new Cursor(now.definition().start(), false), now.epoch() + 1);
        }
    }

    private Block block(SequenceState now) {
        long increment = random.nextInt(4) == 0
                ? -now.definition().increment()
                : now.definition().increment();
        long lap = Math.max(1, now.lap() + random.nextInt(3) - 1);
        return new Block(near(now), increment, 1 + random.nextInt(4), epoch(now), lap);
    }

    private Reach reach(SequenceState now) {
        long lap = Math.max(1, now.lap() - random.nextInt(3) + random.nextInt(2));
        Extremes extremes = now.reach().extremes();
        boolean none = extremes == null || random.nextInt(4) == 0;
        long mark = near(now);
        return none
                ? new Reach(lap, null, cursor(now), extremes)
                : new Reach(
                        lap,
                        mark,
                        cursor(now),
                        new Extremes(Math.min(mark, extremes.lowest()), Math.max(mark, extremes.highest())));
    }

    private Cursor cursor(SequenceState now) {
        return new Cursor(near(now), random.nextBoolean());
    }

    private long near(SequenceState now) {
        return now.position() + random.nextInt(2 * NEAR) - NEAR;
    }

    private SequenceDefinition definition() {
        long increment = (1 + random.nextInt(3)) * (random.nextInt(3) == 0 ? -1L : 1L);
        return SequenceDefinition.of(SequenceOptions.NONE
                .withIncrement(increment)
                .withMin(-20)
                .withMax(20)
                .withStart(random.nextInt(20) - 10)
                .withCycle(random.nextBoolean()));
    }
}
