package dev.seqd.allocator;

import dev.seqd.core.Block;
import dev.seqd.core.Position;
import dev.seqd.core.Saturated;
import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceChange;
import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceState;
import org.jspecify.annotations.Nullable;

/**
 * What a Counter decides about its reserve, the raises of its mark, and what happens around a change. Plain and
 * single-threaded; time comes in with each call, effects go out through {@link CounterOutput}.
 *
 * <p>Guards that a value leaves the reserve at most once; that only ranges of committed raises enter it, and what nodes
 * give back of them; that at most one raise, change or release is outstanding; that a range whose outcome is unknown is
 * burnt, an answer with another serial than the outstanding one never used; that what is about to be released is never
 * issued again; and that where nothing may be held, a raise serves only those who waited when it was asked for.
 *
 * @param <R> where an answer goes
 */
final class CounterState<R> {
    private final CounterSettings settings;
    private final AllocatorCounts counts;
    private final CounterOutput<R> output;

    private final Refusals refusals;
    private final Reserve reserve;
    private final WaitingLine<R> waiting = new WaitingLine<>();
    private final ChangeLine<R> changes = new ChangeLine<>();
    private final ReserveSizes sizes;
    private final Hearsay hearsay;

    private JournalCondition journal = JournalCondition.STARTING;
    private String whyCorrupt = "";
    private @Nullable SequenceState sequence;
    private long serial;
    private long committedSerial;
    private boolean raising;
    private boolean stopping;
    private boolean releasing;

    CounterState(
            SequenceName name,
            String incarnation,
            CounterSettings settings,
            AllocatorCounts counts,
            CounterOutput<R> output,
            long nowNanos) {
        this.settings = settings;
        this.counts = counts;
        this.output = output;
        this.refusals = new Refusals(name);
        this.reserve = new Reserve(incarnation, counts);
        this.sizes = new ReserveSizes(settings, nowNanos);
        this.hearsay = new Hearsay(settings.maxHealing(), nowNanos);
    }

    /** Somebody wants values. */
    void lease(LeaseRequest request, R replyTo, long nowNanos) {
        waiting.add(new Waiter<>(request, replyTo, nowNanos + settings.maxWait().toNanos(), serial));
        sizes.used(request.used(), nowNanos);
        serve(nowNanos);
        if (waiting.size() > settings.maxWaiting()) {
            waiting.removeLast();
            output.answer(replyTo, refusals.tooManyRequests());
        }
        raiseIfNeeded(nowNanos);
    }

    /** Somebody wants to change the sequence. */
    void change(SequenceChange change, @Nullable Long ifVersion, R replyTo, long nowNanos) {
        long deadlineNanos = nowNanos + settings.maxWait().toNanos();
        if (journal == JournalCondition.CORRUPT) {
            output.answer(replyTo, corruption());
        } else if (stopping) {
            output.answer(replyTo, refusals.ending());
        } else if (!changes.add(new ChangeLine.Asked<>(change, ifVersion, replyTo, deadlineNanos))) {
            output.answer(replyTo, refusals.tooManyChanges());
        }
        proceed(nowNanos);
    }

    /** Takes up the next change, when nothing else is outstanding; or ends, when that is asked for. */
    private void proceed(long nowNanos) {
        if (journal != JournalCondition.READY || raising || releasing || changes.isBusy()) {
            return;
        }
        if (stopping) {
            releaseAndStop();
            return;
        }
        ChangeLine.Asked<R> next = changes.begin();
        if (next == null) {
            return;
        }
        if (next.change().concernsValues() && reserve.mayBeHeld(sequence)) {
            serial++;
            long endsNanos = nowNanos + settings.recallTimeout().toNanos();
            changes.recall(serial, output.recall(serial), endsNanos);
            serve(nowNanos);
        } else {
            changes.recall(serial, 0, nowNanos);
        }
        writeOnceRecalled(nowNanos);
    }

    /** A node has given up what it held. */
    void recalled(Recall.Returned answer, long nowNanos) {
        if (changes.returned(answer)) {
            writeOnceRecalled(nowNanos);
        } else {
            answer.parts().forEach(part -> reserve.burn(part.block().count()));
        }
    }

    private void writeOnceRecalled(long nowNanos) {
        if (journal != JournalCondition.READY || !changes.isRecalled(nowNanos)) {
            return;
        }
        if (sequence != null) {
            reserve.takeBack(changes.returned(), sequence);
        }
        serial++;
        changes.write(serial);
        Position unissuedFrom = changes.current().change().concernsValues() ? giveUpReserve() : null;
        output.change(serial, changes.current(), unissuedFrom);
    }

    /**
     * A change is over, be it refused.
     *
     * @param released whether the unissued end was released
     * @return who waits for the answer, null if nobody does
     */
    @Nullable
    R changed(long ofSerial, @Nullable SequenceState now, boolean released, long nowNanos) {
        R replyTo = changes.isWriting(ofSerial) ? changes.end() : null;
        reserve.noteRelease(released);
        if (released) {
            hearsay.own(now == null ? null : now.markPosition());
        }
        replace(now);
        serve(nowNanos);
        proceed(nowNanos);
        return replyTo;
    }

    /** The journal has recovered, for the first time or again; what was outstanding has an unknown outcome. */
    void recovered(@Nullable SequenceState recovered, long nowNanos) {
        if (raising) {
            raising = false;
            counts.unknownRaises().increment();
        }
        if (!changes.isRecalling()) {
            abandonChange();
        }
        reserve.noteRelease(false);
        journal = JournalCondition.READY;
        replace(recovered);
        if (releasing) {
            output.stopped();
            return;
        }
        writeOnceRecalled(nowNanos);
        proceed(nowNanos);
        serve(nowNanos);
    }

    private void abandonChange() {
        R replyTo = changes.end();
        if (replyTo != null) {
            output.answer(replyTo, refusals.unconfirmed());
        }
    }

    private void replace(@Nullable SequenceState now) {
        sequence = now;
        reserve.retainAllowed(now);
    }

    /** A raise was committed. */
    void raised(long ofSerial, Block range, SequenceState now, long nowNanos) {
        SequenceState before = sequence;
        sequence = now;
        if (!raising || before == null || ofSerial != serial) {
            reserve.burn(range.count());
            return;
        }
        raising = false;
        Position healed = hearsay.healedBy(before, nowNanos);
        if (healed != null) {
            counts.regressions().increment();
            output.healed(healed);
        }
        committedSerial = serial;
        sizes.raised(range.count(), nowNanos);
        hearsay.own(range.end());
        reserve.add(range);
        settleAll(nowNanos);
        if (now.definition().holdsNothing()) {
            reserve.clear();
        }
        proceed(nowNanos);
        serve(nowNanos);
    }

    /** A raise was refused: no range was written. Whoever waited for it cannot be served. */
    void raiseRefused(long ofSerial, SequenceState now, SeqdException refusal, long nowNanos) {
        sequence = now;
        if (raising && ofSerial == serial) {
            raising = false;
            refuseAll(Answer.Refused.of(refusal));
            proceed(nowNanos);
        }
    }

    /** The journal cannot be reached; it recovers by itself. What is in reserve is handed out meanwhile. */
    void journalLost() {
        if (journal != JournalCondition.CORRUPT) {
            journal = JournalCondition.RECOVERING;
        }
        if (stopping) {
            output.stopped();
        }
    }

    /** The journal does not prove its mark: nothing may be handed out. */
    void corrupt(String reason) {
        journal = JournalCondition.CORRUPT;
        whyCorrupt = reason;
        reserve.clear();
        refuseAll(corruption());
        abandonChange();
        changes.clear(replyTo -> output.answer(replyTo, corruption()));
    }

    /** How it is with the journal; only when ready, what is known of the sequence is what it is. */
    JournalCondition condition() {
        return journal;
    }

    /** Time has passed: whoever has waited long enough is refused, and a recall ends. */
    void expire(long nowNanos) {
        waiting.expire(nowNanos, replyTo -> output.answer(replyTo, refusals.late()));
        changes.expire(nowNanos, replyTo -> output.answer(replyTo, refusals.unconfirmed()));
        writeOnceRecalled(nowNanos);
    }

    /** When time alone changes something, null if never. */
    @Nullable
    Long nextDeadlineNanos() {
        return ChangeLine.sooner(waiting.nextDeadlineNanos(), changes.nextDeadlineNanos());
    }

    /** Whether it has its journal, or begins to, and nobody has waited for half of the time that is allowed. */
    boolean works(long nowNanos) {
        return !stopping
                && journal.works()
                && !waiting.endsBefore(nowNanos + settings.maxWait().toNanos() / 2);
    }

    /** The Counter is to end: it takes nothing on any more, and gives back what it did not issue, if the journal is there. */
    void stop(long nowNanos) {
        stopping = true;
        refuseAll(refusals.ending());
        changes.clear(replyTo -> output.answer(replyTo, refusals.ending()));
        if (journal == JournalCondition.READY) {
            proceed(nowNanos);
        } else {
            output.stopped();
        }
    }

    private @Nullable Position giveUpReserve() {
        Position unissuedFrom = reserve.giveUp(sequence);
        if (unissuedFrom != null && sequence != null) {
            hearsay.gaveUp(unissuedFrom, sequence);
        }
        return unissuedFrom;
    }

    private void releaseAndStop() {
        Position unissuedFrom = giveUpReserve();
        if (unissuedFrom == null) {
            output.stopped();
            return;
        }
        releasing = true;
        serial++;
        output.release(serial, unissuedFrom);
    }

    /** A release is over. */
    void released(long ofSerial, boolean released) {
        if (releasing && ofSerial == serial) {
            reserve.noteRelease(released);
            output.stopped();
        }
    }

    /** The Counter has ended, and nobody is left to answer later. */
    void ended() {
        reserve.clear();
        reserve.noteRelease(false);
        refuseAll(refusals.ending());
        abandonChange();
        changes.clear(replyTo -> output.answer(replyTo, refusals.ending()));
    }

    /** The value that comes next: of the reserve, else the one beyond the mark; null if the bound is reached. */
    @Nullable
    Long next() {
        return reserve.next(sequence);
    }

    /** The highest value that was raised here and not released. */
    @Nullable
    Position owned() {
        return hearsay.owned();
    }

    /** How many values are left before the bound, the reserve included. */
    long remaining() {
        return reserve.remaining(sequence);
    }

    private void serve(long nowNanos) {
        if (journal == JournalCondition.CORRUPT) {
            refuseAll(corruption());
            return;
        }
        if (stopping) {
            refuseAll(refusals.ending());
            return;
        }
        if (journal == JournalCondition.READY && (sequence == null || sequence.dropped())) {
            refuseAll(refusals.unknown());
            return;
        }
        if (changes.isRecalling()) {
            refuseAll(refusals.changing());
            return;
        }
        settleAll(nowNanos);
        if (!waiting.isEmpty()) {
            raiseIfNeeded(nowNanos);
        }
    }

    private void settleAll(long nowNanos) {
        SequenceState now = sequence;
        if (now != null && !changes.isRecalling()) {
            waiting.settle(waiter -> settle(waiter, now, nowNanos));
        }
    }

    /** Answers a waiter if that is possible now. */
    private boolean settle(Waiter<R> waiter, SequenceState now, long nowNanos) {
        if (now.definition().holdsNothing() && !waiter.waitedFor(committedSerial)) {
            return false;
        }
        long limit = sizes.grantLimit(now.definition(), remaining());
        Grant grant = reserve.grant(waiter.wants(now, limit), waiter.floor(now), now);
        if (grant != null) {
            output.answer(waiter.replyTo(), new Answer.Granted(grant));
            return true;
        }
        boolean markIsProven = journal == JournalCondition.READY && waiter.waitedFor(committedSerial);
        if (markIsProven && !hearsay.isBelieved(waiter, now, nowNanos)) {
            output.answer(waiter.replyTo(), refusals.beyondMark());
            return true;
        }
        return false;
    }

    private void raiseIfNeeded(long nowNanos) {
        SequenceState now = sequence;
        boolean outstanding = raising || stopping || changes.isPending();
        if (journal != JournalCondition.READY || outstanding || now == null || now.dropped()) {
            return;
        }
        Hearsay.Wish wish = hearsay.wish(waiting.all(), now, sizes.grantLimit(now.definition(), remaining()), nowNanos);
        long surplus = sizes.surplus(now.definition(), reserve.held(), remaining(), nowNanos);
        if (wish.values() == 0 && (surplus == 0 || now.exhausted())) {
            return;
        }
        raising = true;
        serial++;
        output.raise(serial, Saturated.sum(wish.values(), surplus), wish.beyond());
    }

    private void refuseAll(Answer.Refused refusal) {
        waiting.clear(replyTo -> output.answer(replyTo, refusal));
    }

    /** What everybody is told while the journal is corrupt. */
    Answer.Refused corruption() {
        return refusals.corrupt(whyCorrupt);
    }
}
