package dev.seqd.http;

import dev.seqd.core.Block;

/**
 * A block that a caller got.
 *
 * @param id names it
 * @param block its values
 * @param cacheable whether the caller may keep what it does not use at once
 * @param suggested how many values the caller should ask for next time, from 1
 */
record Taken(String id, Block block, boolean cacheable, long suggested) {}
