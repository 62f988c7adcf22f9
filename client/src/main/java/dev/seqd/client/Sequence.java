package dev.seqd.client;

import dev.seqd.core.Block;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A handle for one sequence, the quickest way to its numbers: keep it instead of the name. Thread-safe. Handles of the same
 * name from the same client share everything; there is nothing to close.
 *
 * <p>All calls of one client on one sequence get strictly growing values in the sequence's order (epoch, lap, then value
 * in its direction): a call that begins after another one has returned, on whichever thread, gets a later value. Of a
 * sequence that may not be cached, as with {@code order: strict}, that holds for the calls of all clients together, within
 * one epoch.
 *
 * <p>What others do to the sequence shows when the client fetches values next; until then it uses up what it holds. An
 * answer of a newer epoch, as after a restart or a change of order, ends that: what is left of the older epoch is given up
 * before anything newer is handed out, and nothing older is taken from any node again. When the service knows the sequence
 * no more, since it was dropped, all that is left is given up too.
 */
public final class Sequence {
    private final Counter counter;
    private final Duration maxWait;

    Sequence(Counter counter, Duration maxWait) {
        this.counter = counter;
        this.maxWait = maxWait;
    }

    /** The sequence's name. */
    public String name() {
        return counter.name();
    }

    /**
     * A handle of the same sequence whose calls wait at most that long when the client holds no value, whatever the client's
     * {@linkplain SeqClient.Builder#maxWait longest wait} is. The two share everything else.
     *
     * @param atMost from nothing, which never waits, to a day
     * @throws IllegalArgumentException if it is out of its range
     */
    public Sequence withMaxWait(Duration atMost) {
        if (atMost.isNegative() || atMost.compareTo(SeqClient.MAX_DURATION) > 0) {
            throw new IllegalArgumentException("a call waits for nothing to a day, not " + atMost);
        }
        return new Sequence(counter, atMost);
    }

    /** The sequence's figures in this client. Holds the sequence's lock for a moment; calls for values are not affected. */
    public SequenceStats stats() {
        return counter.stats();
    }

    /**
     * The next value. Does not block while the client holds values; else, and always if the sequence may not be cached, it
     * waits for the service, up to the client's {@linkplain SeqClient.Builder#maxWait longest wait}. A value that comes too
     * late for its call is a gap.
     *
     * @throws SequenceUnavailableException if there was no value in time, or the thread was interrupted while it waited; its
     *     interrupt flag is set then
     * @throws dev.seqd.core.SeqdException if the service refuses: {@code unknown-sequence}, {@code exhausted} or another
     *     definite error of the HTTP API. A refusal is not remembered: the next call asks again, though after several of them
     *     no sooner than a second after the last one, for which it waits, and a refusal of the client itself,
     *     {@code unauthenticated}, is repeated without asking for up to half a minute; or {@code overloaded} if 100,000 calls are waiting
     *     for this sequence already
     * @throws IllegalStateException if the client is closed, also while the call waits
     */
    public long next() {
        return counter.next(maxWait);
    }

    /**
     * The next {@code n} values in order, as blocks that together hold exactly that many. Other threads' values may lie
     * between two blocks, never within one. Blocks as {@link #next()} does, if the client holds fewer values; should it fail
     * after part of them arrived, that part is a gap.
     *
     * @param n from 1 to {@value SeqClient#MAX_VALUES}
     * @return immutable
     * @throws IllegalArgumentException if {@code n} is out of its range
     * @throws SequenceUnavailableException as {@link #next()} does
     * @throws dev.seqd.core.SeqdException as {@link #next()} does
     * @throws IllegalStateException if the client is closed, also while the call waits
     */
    public List<Block> next(int n) {
        return counter.next(SeqClient.checked(n), maxWait);
    }

    /**
     * As {@link #next()} without blocking: what that would throw fails the future. A value that had to be waited for
     * completes it on one of the client's two callback threads, which stages that block would keep from others; without a
     * value it fails up to a tenth of a second after the longest wait. A future that is cancelled in time takes no value.
     */
    public CompletableFuture<Long> nextAsync() {
        return SeqClient.caught(
                () -> counter.nextAsync(1, maxWait, blocks -> blocks.get(0).first()));
    }

    /**
     * As {@link #next(int)} without blocking, in the manner of {@link #nextAsync()}.
     *
     * @param n from 1 to {@value SeqClient#MAX_VALUES}
     * @throws IllegalArgumentException if {@code n} is out of its range
     */
    public CompletableFuture<List<Block>> nextAsync(int n) {
        SeqClient.checked(n);
        return SeqClient.caught(() -> counter.nextAsync(n, maxWait, blocks -> blocks));
    }

    @Override
    public String toString() {
        return "Sequence(" + name() + ")";
    }
}
