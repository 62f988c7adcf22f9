package dev.seqd.allocator;

import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceState;
import org.jspecify.annotations.Nullable;

/**
 * What an operator's raise came to.
 *
 * @param name the sequence
 * @param from its mark before, null if nothing was handed out
 * @param to its mark now, null if nothing was handed out
 * @param exhausted whether the bound is reached for good
 * @param failure why it was not moved, null if it was
 */
public record RaisedMark(
        String name,
        @Nullable Long from,
        @Nullable Long to,
        boolean exhausted,
        @Nullable String failure) {
    static RaisedMark of(SequenceDescription now, @Nullable Long from) {
        SequenceDescription.Progress progress = now.progress();
        return new RaisedMark(now.name(), from, progress.highWater(), progress.exhausted(), null);
    }

    static RaisedMark of(SequenceName name, SequenceState now, @Nullable Long from) {
        return new RaisedMark(name.value(), from, now.mark(), now.exhausted(), null);
    }

    static RaisedMark failed(SequenceDescription sequence, String why) {
        Long mark = sequence.progress().highWater();
        return new RaisedMark(sequence.name(), mark, mark, sequence.progress().exhausted(), why);
    }
}
