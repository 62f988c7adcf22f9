/**
 * Measures seqd beside other ways to get numbers, part by part, and writes the page of the results. Started by {@code
 * bench/run}; each part runs in a JVM of its own.
 *
 * <p>A part measures, judges what it found by its goals and gates, and leaves a {@code Result} as JSON. The page is written
 * from these files alone.
 */
@NullMarked
package dev.seqd.benchmarks;

import org.jspecify.annotations.NullMarked;
