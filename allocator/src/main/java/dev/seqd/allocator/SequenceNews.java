package dev.seqd.allocator;

import dev.seqd.core.SequenceState;
import org.jspecify.annotations.Nullable;

/**
 * That a sequence was altered, set elsewhere, dropped or created again.
 *
 * @param changeId orders the changes of all sequences as they were committed
 * @param name the sequence
 * @param sequence what it is now, null if that cannot be read
 */
public record SequenceNews(
        long changeId, String name, @Nullable SequenceState sequence) {}
