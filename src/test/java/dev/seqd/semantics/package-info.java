/** Sequences mean what PostgreSQL means by them: the same histories on both, compared step by step. */
@NullMarked
package dev.seqd.semantics;

import org.jspecify.annotations.NullMarked;
