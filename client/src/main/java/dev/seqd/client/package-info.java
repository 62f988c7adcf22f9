/**
 * The library inside an application: {@link dev.seqd.client.SeqClient} hands out the numbers of sequences from blocks
 * that it fetches ahead of need. What it decides lives in plain state machines ({@code Chain}, {@code Waiters}, {@code
 * RefillPlan}, {@code CounterState}, {@code Nodes}) without threads, HTTP or clocks; {@code Counter} and {@code Engine}
 * give them a lock, a ticker and a {@code BlockSource}.
 */
@NullMarked
package dev.seqd.client;

import org.jspecify.annotations.NullMarked;
