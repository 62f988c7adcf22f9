/**
 * A node's HTTP side: the routes of {@code /v1}, the node's cache of leases behind them, health and metrics.
 */
@NullMarked
package dev.seqd.http;

import org.jspecify.annotations.NullMarked;
