package dev.seqd.allocator;

import dev.seqd.core.Block;
import dev.seqd.core.Position;
import dev.seqd.core.Reach;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The raises that one life of a CounterJournal has written since it recovered or since the sequence last changed, newest
 * last: what it may give back. Whatever another writer raised lies before them, or the fence would have let none of them
 * in. Not thread-safe.
 */
final class OwnRaises {
    private static final int REMEMBERED = 64;

    private record Raise(Reach before, Block range, boolean heals) {}

    private final Deque<Raise> raises = new ArrayDeque<>();

    /**
     * A range was raised over what was reached before; {@code heals} if it went past values that are used although the journal
     * does not know of them: then no release goes back behind its first value.
     */
    void add(Reach before, Block range, boolean heals) {
        raises.addLast(new Raise(before, range, heals));
        if (raises.size() > REMEMBERED) {
            raises.removeFirst();
        }
    }

    /** They are not the last events any more, or have been given back. */
    void forget() {
        raises.clear();
    }

    /**
     * How far the sequence has really got, if nothing from a position to the mark was issued.
     *
     * @param unissuedFrom the first of the values that were not issued
     * @return null if that is no value of these raises, or nothing of one that heals was issued
     */
    @Nullable
    Reach reachBefore(Position unissuedFrom) {
        for (Raise raise : raises) {
            Block range = raise.range;
            boolean within = !unissuedFrom.isBeyond(range.end(), range.ascending())
                    && !range.start().isBeyond(unissuedFrom, range.ascending());
            if (within) {
                return issuedPart(raise, unissuedFrom);
            }
        }
        return null;
    }

    private static @Nullable Reach issuedPart(Raise raise, Position unissuedFrom) {
        if (unissuedFrom.equals(raise.range.start())) {
            return raise.heals ? null : raise.before;
        }
        return raise.before.including(raise.range.before(unissuedFrom));
    }
}
