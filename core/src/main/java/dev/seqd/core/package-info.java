/**
 * What a sequence means, in plain Java: definitions, blocks, order, errors. No threads, no clocks but {@link
 * dev.seqd.core.Ticker}, no I/O.
 */
@NullMarked
package dev.seqd.core;

import org.jspecify.annotations.NullMarked;
