package dev.seqd.allocator;

import dev.seqd.core.Extremes;
import dev.seqd.core.Position;
import dev.seqd.core.SequenceDefinition;
import dev.seqd.core.SequenceEvent;
import dev.seqd.core.SequenceEvent.Advanced;
import dev.seqd.core.SequenceEvent.Created;
import dev.seqd.core.SequenceEvent.Dropped;
import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Moves every counter past what this node knows of it, where the journal says less. To do it again changes nothing.
 * Blocks. Thread-safe.
 */
final class Recount {
    private final HeadTable heads;
    private final JournalAppender appender;

    Recount(HeadTable heads, JournalAppender appender) {
        this.heads = heads;
        this.appender = appender;
    }

    /**
     * Moves them.
     *
     * @param healed is told of each counter whose journal has lost something, once it is moved
     */
    void run(List<Known> known, Consumer<Known> healed) {
        Map<String, Known> highest = new HashMap<>();
        known.forEach(one -> highest.merge(one.name(), one, Known::higher));
        Map<String, SequenceState> journaled = heads.states(highest.keySet());
        for (Known one : highest.values()) {
            if (!missing(one, journaled.get(one.name())).isEmpty()) {
                appender.append(new SequenceName(one.name()), now -> missing(one, now));
                healed.accept(one);
            }
        }
    }

    /** What the journal lacks to cover what is known. */
    static List<SequenceEvent> missing(Known known, @Nullable SequenceState now) {
        if (now == null || now.dropped()) {
            return tombstone(known, now);
        }
        Advanced advanced = now.advance(known.highest(), known.ascending());
        return advanced == null ? List.of() : List.of(advanced);
    }

    /** The creation is lost, and its definition: what was handed out is remembered as of a sequence that was dropped. */
    private static List<SequenceEvent> tombstone(Known known, @Nullable SequenceState before) {
        Position used = known.highest();
        if (before != null && used.epoch() < before.epoch()) {
            return List.of();
        }
        Extremes past = before == null || used.epoch() > before.epoch()
                ? null
                : before.reach().extremes();
        if (past != null && !past.areBehind(used.value(), known.ascending())) {
            return List.of();
        }
        long start = past == null ? used.value() : past.towards(known.ascending()) + (known.ascending() ? 1 : -1);
        SequenceDefinition any = SequenceDefinition.of(SequenceOptions.NONE
                .withIncrement(known.ascending() ? 1L : -1L)
                .withMin(Long.MIN_VALUE)
                .withMax(Long.MAX_VALUE)
                .withStart(start));
        Created created = new Created(any, used.epoch());
        Advanced advanced = SequenceState.apply(before, created).advance(used);
        return advanced == null ? List.of() : List.of(created, advanced, new Dropped());
    }
}
