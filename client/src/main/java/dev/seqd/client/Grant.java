package dev.seqd.client;

import dev.seqd.core.Block;

/**
 * What a node granted, consistent in itself but not yet held against what was asked for.
 *
 * @param sequence whose values they are
 * @param block the values
 * @param cacheable whether values may be kept for later calls
 * @param suggestedCount the node's advice for the first refills, at least 1
 */
record Grant(String sequence, Block block, boolean cacheable, long suggestedCount) {}
