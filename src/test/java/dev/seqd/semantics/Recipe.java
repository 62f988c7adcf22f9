package dev.seqd.semantics;

import dev.seqd.core.SequenceState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Operations whose numbers are said relative to what the sequence will be when their turn comes. */
@FunctionalInterface
interface Recipe {
    /** The operations, for a sequence as it is; null if the name was never used. */
    List<Operation> operations(@Nullable SequenceState now);
}
