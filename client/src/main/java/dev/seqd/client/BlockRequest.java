package dev.seqd.client;

import dev.seqd.core.Position;
import org.jspecify.annotations.Nullable;

/**
 * What a refill asks a node for.
 *
 * @param sequence the sequence's name, valid
 * @param count how many values at most, at least 1
 * @param after the last position that the client holds or gave out, null if none
 * @param client the client's name
 */
record BlockRequest(String sequence, int count, @Nullable Position after, String client) {}
