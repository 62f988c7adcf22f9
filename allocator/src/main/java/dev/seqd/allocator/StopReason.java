package dev.seqd.allocator;

import org.apache.pekko.actor.CoordinatedShutdown;

/**
 * Why a node has ended itself; the reason of its {@link CoordinatedShutdown}.
 *
 * @param message one line for the operator
 */
public record StopReason(String message) implements CoordinatedShutdown.Reason {}
