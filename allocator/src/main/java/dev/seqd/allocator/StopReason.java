package dev.seqd.allocator;

import org.apache.pekko.actor.CoordinatedShutdown;

/**
 * Why a node has ended itself; the reason of its {@link CoordinatedShutdown}.
 *
 * @param message one line for the operator
 * @param asked whether somebody asked for it, so that the node has not failed
 */
public record StopReason(String message, boolean asked) implements CoordinatedShutdown.Reason {}
