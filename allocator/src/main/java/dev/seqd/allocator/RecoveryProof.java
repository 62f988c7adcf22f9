package dev.seqd.allocator;

import dev.seqd.allocator.HeadTable.Head;
import dev.seqd.core.SequenceState;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Whether a recovered journal proves its mark: its last event must be the very one that the head table names, and the
 * replay must come to what the head table says, or events are missing in between. A head that is ahead may be another
 * writer's newer event, so it is recovered once more; when that does not help, the newest events are missing. Lives as long as its Counter, across the journal's restarts. Not thread-safe.
 */
final class RecoveryProof {
    enum Verdict {
        PROVEN,
        AGAIN,
        CORRUPT
    }

    private long previouslyRecovered = -1;

    /**
     * Judges a recovery.
     *
     * @param recovered the number of the journal's last event, 0 for none
     * @param replayed what the replay came to, null for nothing
     * @param head the head table's row, read after the replay
     */
    Verdict judge(long recovered, @Nullable SequenceState replayed, Head head) {
        if (recovered == head.sequenceNumber()) {
            previouslyRecovered = -1;
            return Objects.equals(replayed, head.sequence()) ? Verdict.PROVEN : Verdict.CORRUPT;
        }
        boolean headIsAhead = head.sequenceNumber() > recovered;
        boolean movedSince = recovered != previouslyRecovered;
        previouslyRecovered = recovered;
        return headIsAhead && movedSince ? Verdict.AGAIN : Verdict.CORRUPT;
    }
}
