/**
 * A seeded simulation of everything that decides about values, in one thread: Counters and their journals, nodes' leases and
 * clients' chains as they are in the product, among a database, a network and clocks that do what they like.
 */
@NullMarked
package dev.seqd.simulation;

import org.jspecify.annotations.NullMarked;
