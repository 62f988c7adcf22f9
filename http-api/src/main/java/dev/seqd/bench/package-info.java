/**
 * {@code seqd bench}: the load that seqd is built for, put on a running service by real client processes, with a report and
 * a proof over everything handed out.
 *
 * <p>The parent ({@link dev.seqd.bench.BenchRun}) creates the sequences, starts the client processes ({@code
 * BenchClient}), reads the members' journal figures and merges what the clients recorded. A client process has one worker
 * at a time that follows the schedule ({@code Crew}), records every value ({@code RunRecorder}) and checks the order across
 * its threads ({@code OrderGuard}); the parent's {@code HistoryVerifier} looks for everything else.
 *
 * <p>And {@code seqd bench-strict}: one strict counter, called by threads of its own process ({@link
 * dev.seqd.bench.StrictRun}), each call recorded ({@code CallLog}) and all of them checked ({@code LinearHistory}).
 */
@NullMarked
package dev.seqd.bench;

import org.jspecify.annotations.NullMarked;
