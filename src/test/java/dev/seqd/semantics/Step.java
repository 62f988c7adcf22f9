package dev.seqd.semantics;

import org.jspecify.annotations.Nullable;

/**
 * One operation of a history, carried out.
 *
 * @param outcome what it came to
 * @param standing what the sequence was after it, null if there was none
 */
record Step(Outcome outcome, @Nullable Standing standing) {}
