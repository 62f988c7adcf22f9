package dev.seqd.allocator;

import dev.seqd.core.Block;
import dev.seqd.core.Position;
import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceChange;
import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceState;
import java.util.List;
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
    private final Ending ending = new Ending();
    private final ReserveSizes sizes;
    private final Hearsay hearsay;
    private final Teller teller;
    private JournalCondition journal = JournalCondition.STARTING;
    private String whyCorrupt = "";
    private @Nullable SequenceState sequence;
    private long serial;
    private long committedSerial;
    private boolean raising;

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
        this.teller = new Teller(reserve, sizes, hearsay, refusals);
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
        } else if (ending.isAsked()) {
            output.answer(replyTo, refusals.ending());
        } else if (!changes.add(new ChangeLine.Asked<>(change, ifVersion, replyTo, deadlineNanos))) {
            output.answer(replyTo, refusals.tooManyChanges());
        }
        proceed(nowNanos);
    }

    /** Takes up the next change, when nothing else is outstanding; or ends, when that is asked for. */
    private void proceed(long nowNanos) {
        if (journal != JournalCondition.READY || raising || changes.isBusy()) {
            return;
        }
        ChangeLine.Asked<R> next = ending.isAsked() ? null : changes.begin();
        if (next == null) {
            end(nowNanos);
            return;
        }
        boolean recalls = next.change().concernsValues() && reserve.mayBeHeld(sequence);
        serial++;
        int nodes = recalls ? output.recall(serial) : 0;
        changes.recall(serial, nodes, nowNanos + settings.recallTimeout().toNanos());
        if (recalls) {
            serve(nowNanos);
        }
        writeOnceRecalled(nowNanos);
    }

    /** A node has given up what it held. */
    void recalled(Recall.Returned answer, long nowNanos) {
        if (changes.returned(answer)) {
            writeOnceRecalled(nowNanos);
        } else if (ending.returned(answer)) {
            releaseOnceRecalled(nowNanos);
        } else {
            reserve.burn(answer.parts());
        }
    }

    /** A node gives back of its own accord: as if it had not been granted, unless that is too late. */
    void givenBack(List<Recall.Part> parts) {
        boolean late = changes.isPending() || ending.isReleasing() || !reserve.mayBeHeld(sequence);
        reserve.takeBack(parts, late ? null : sequence);
    }

    private void writeOnceRecalled(long nowNanos) {
        if (journal != JournalCondition.READY || !changes.isRecalled(nowNanos)) {
            return;
        }
        serial++;
        reserve.takeBack(changes.write(serial), sequence);
        Position unissuedFrom = changes.current().change().concernsValues() ? teller.giveUp(sequence) : null;
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
        sequence = now;
        reserve.retainAllowed(now);
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
        sequence = recovered;
        reserve.retainAllowed(recovered);
        if (ending.isReleasing()) {
            output.stopped();
            return;
        }
        writeOnceRecalled(nowNanos);
        proceed(nowNanos);
        serve(nowNanos);
    }

    private void abandonChange() {
        reserve.burn(changes.endRecall());
        R replyTo = changes.end();
        if (replyTo != null) {
            output.answer(replyTo, refusals.unconfirmed());
        }
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
        hearsay.own(range);
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
        journal = journal == JournalCondition.CORRUPT ? journal : JournalCondition.RECOVERING;
        if (ending.isAsked()) {
            output.stopped();
        }
    }

    /** The journal does not prove its mark: nothing may be handed out. */
    void corrupt(String reason) {
        journal = JournalCondition.CORRUPT;
        whyCorrupt = reason;
        reserve.clear();
        abandonChange();
        dismissAll(corruption());
    }

    /** Only when it is ready, what is known of the sequence is what it is. */
    JournalCondition journal() {
        return journal;
    }

    /** Time has passed: whoever has waited long enough is refused, and a recall ends. */
    void expire(long nowNanos) {
        waiting.expire(nowNanos, replyTo -> output.answer(replyTo, refusals.late()));
        changes.expire(nowNanos, replyTo -> output.answer(replyTo, refusals.unconfirmed()));
        writeOnceRecalled(nowNanos);
        releaseOnceRecalled(nowNanos);
    }

    /** When time alone changes something, null if never. */
    @Nullable
    Long nextDeadlineNanos() {
        return Deadlines.first(waiting.nextDeadlineNanos(), changes.nextDeadlineNanos(), ending.deadlineNanos());
    }

    /** Whether it has its journal, or begins to, and nobody has waited for half of the time that is allowed. */
    boolean works(long nowNanos) {
        return !ending.isAsked() && journal.works() && !waiting.isLate(nowNanos, settings.maxWait());
    }

    /** Whether a request waits that is to be answered there. */
    boolean awaits(@Nullable R replyTo) {
        return waiting.holds(replyTo);
    }

    /** The Counter is to end: it takes nothing on any more, and gives back what nobody uses, if the journal is there. */
    void stop(long nowNanos) {
        if (!ending.ask()) {
            return;
        }
        dismissAll(refusals.ending());
        proceed(nowNanos);
        if (journal != JournalCondition.READY) {
            output.stopped();
        }
    }

    private void end(long nowNanos) {
        if (ending.isToRecall()) {
            serial++;
            int nodes = reserve.isOut(sequence) ? output.recallResting(serial) : 0;
            ending.recall(serial, nodes, nowNanos + settings.recallTimeout().toNanos());
            releaseOnceRecalled(nowNanos);
        }
    }

    private void releaseOnceRecalled(long nowNanos) {
        if (journal != JournalCondition.READY || !ending.isRecalled(nowNanos)) {
            return;
        }
        reserve.takeBack(ending.release(), sequence);
        Position unissuedFrom = teller.giveUp(sequence);
        serial++;
        if (unissuedFrom == null) {
            output.stopped();
        } else {
            output.release(serial, unissuedFrom);
        }
    }

    /** A release is over. */
    void released(long ofSerial, boolean released) {
        if (ending.isReleasing() && ofSerial == serial) {
            reserve.noteRelease(released);
            output.stopped();
        }
    }

    /** The Counter has ended, and nobody is left to answer later. */
    void ended() {
        reserve.clear();
        reserve.burn(ending.release());
        reserve.noteRelease(false);
        abandonChange();
        dismissAll(refusals.ending());
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
        Answer.Refused refusal = refusal();
        if (refusal != null) {
            refuseAll(refusal);
            return;
        }
        settleAll(nowNanos);
        if (!waiting.isEmpty()) {
            raiseIfNeeded(nowNanos);
        }
    }

    /** Why nobody is served now, null if somebody may be. */
    private Answer.@Nullable Refused refusal() {
        if (journal == JournalCondition.CORRUPT || ending.isAsked()) {
            return journal == JournalCondition.CORRUPT ? corruption() : refusals.ending();
        }
        boolean isUnknown = journal == JournalCondition.READY && (sequence == null || sequence.dropped());
        Answer.Refused changing = changes.isRecalling() ? refusals.changing() : null;
        return isUnknown ? refusals.unknown() : changing;
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
        boolean markIsProven = journal == JournalCondition.READY && waiter.waitedFor(committedSerial);
        Answer answer = teller.answer(waiter, now, markIsProven, nowNanos);
        if (answer == null) {
            return false;
        }
        output.answer(waiter.replyTo(), answer);
        return true;
    }

    private void raiseIfNeeded(long nowNanos) {
        SequenceState now = sequence;
        boolean outstanding = raising || ending.isAsked() || changes.isPending();
        if (journal != JournalCondition.READY || outstanding || now == null || now.dropped()) {
            return;
        }
        Hearsay.Wish wish = teller.wish(waiting.all(), now, nowNanos);
        if (wish.values() > 0) {
            raising = true;
            serial++;
            output.raise(serial, wish.values(), wish.beyond());
        }
    }

    private void refuseAll(Answer.Refused refusal) {
        waiting.clear(replyTo -> output.answer(replyTo, refusal));
    }

    private void dismissAll(Answer.Refused refusal) {
        refuseAll(refusal);
        changes.clear(replyTo -> output.answer(replyTo, refusal));
    }

    /** What everybody is told while the journal is corrupt. */
    Answer.Refused corruption() {
        return refusals.corrupt(whyCorrupt);
    }
}
