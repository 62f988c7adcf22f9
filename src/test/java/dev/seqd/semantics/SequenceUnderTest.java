package dev.seqd.semantics;

import dev.seqd.core.SequenceOptions;
import org.jspecify.annotations.Nullable;

/** One sequence of seqd, at some level. It always allows reuse. */
interface SequenceUnderTest {
    /** Creates it, and refuses if it is there, even with the same definition. */
    Outcome create(SequenceOptions options);

    Outcome next();

    /** Answers the value, as PostgreSQL does. */
    Outcome setval(long value, boolean called);

    Outcome alter(SequenceOptions options);

    Outcome restart(@Nullable Long with);

    Outcome drop();

    /** What it is now; null if it does not exist. */
    @Nullable
    Standing standing();
}
