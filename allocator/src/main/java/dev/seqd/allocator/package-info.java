/**
 * The owner's side of a sequence: Counters that hand out ranges from their reserve, the journal with its fence that makes
 * the ranges theirs, and the cluster that places the Counters.
 */
@NullMarked
package dev.seqd.allocator;

import org.jspecify.annotations.NullMarked;
