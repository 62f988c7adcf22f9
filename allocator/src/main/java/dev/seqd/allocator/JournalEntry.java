package dev.seqd.allocator;

import dev.seqd.core.SequenceEvent;
import java.time.Instant;

/**
 * An event as it stands in the journal.
 *
 * @param event what happened
 * @param at when its writer handled it, by its own clock; for people, nothing is decided by it
 * @param node who wrote it
 */
record JournalEntry(SequenceEvent event, Instant at, String node) {}
