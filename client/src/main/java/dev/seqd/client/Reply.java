package dev.seqd.client;

import org.jspecify.annotations.Nullable;

/**
 * How an attempt ended.
 *
 * @param grant what the node granted, null if it failed
 * @param failure why it failed, null if it did not
 */
record Reply(@Nullable Grant grant, @Nullable Throwable failure) {}
