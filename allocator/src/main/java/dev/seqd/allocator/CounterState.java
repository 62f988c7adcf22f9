package dev.seqd.allocator;

import dev.seqd.core.Block;
import dev.seqd.core.BlockQueue;
import dev.seqd.core.DemandRate;
import dev.seqd.core.Position;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceState;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a Counter decides: which request gets which part of the reserve, and when the journal is asked to raise the mark.
 * Plain and single-threaded; time comes in with each call, effects go out through {@link Output}.
 *
 * <p>Guards that a value leaves the reserve at most once, that only ranges of committed raises enter it, that at most one
 * raise is outstanding, and that a range whose outcome is unknown is burnt: an answer with another serial than the
 * outstanding one is never used.
 *
 * @param <R> where an answer goes
 */
final class CounterState<R> {
    /**
     * What a Counter does to the world.
     *
     * @param <R> where an answer goes
     */
    interface Output<R> {
        /** Asks the journal to raise the mark by an amount, beyond what is known here; answered with the serial. */
        void raise(long serial, long amount, @Nullable Position known);

        /** Answers a request. */
        void answer(R replyTo, Answer answer);

        /** Tells that the mark was moved past a position that the journal should have known of. */
        void healed(Position known);
    }

    private enum Journal {
        RECOVERING,
        READY,
        CORRUPT
    }

    private final SequenceName name;
    private final String incarnation;
    private final CounterSettings settings;
    private final AllocatorCounts counts;
    private final Output<R> output;

    private final BlockQueue reserve = new BlockQueue();
    private final Deque<Waiter<R>> waiters = new ArrayDeque<>();
    private final DemandRate demand;
    private final HealingBudget healing;

    private Journal journal = Journal.RECOVERING;
    private String whyCorrupt = "";
    private @Nullable SequenceState sequence;
    private @Nullable Position highestOwned;
    private long serial;
    private long committedSerial;
    private boolean raising;
    private @Nullable Position raisingBeyond;
    private long previousAmount;
    private long raisedAtNanos;
    private long grants;
    private long burntBefore;

    CounterState(
            SequenceName name,
            String incarnation,
            CounterSettings settings,
            AllocatorCounts counts,
            Output<R> output,
            long nowNanos) {
        this.name = name;
        this.incarnation = incarnation;
        this.settings = settings;
        this.counts = counts;
        this.output = output;
        this.demand = DemandRate.ofBatches(nowNanos);
        this.healing = new HealingBudget(settings.maxHealing(), nowNanos);
    }

    /** Somebody wants values. */
    void lease(Counter.Lease request, R replyTo, long nowNanos) {
        long deadlineNanos = nowNanos + settings.maxWait().toNanos();
        waiters.addLast(new Waiter<>(request, replyTo, deadlineNanos, serial));
        demand.add(request.used(), nowNanos);
        serve(nowNanos);
        if (waiters.size() > settings.maxWaiting()) {
            waiters.removeLast();
            refuse(replyTo, SeqdError.OVERLOADED, "too many requests wait for sequence \"" + name + "\"; try again");
        }
        raiseIfNeeded(surplus(nowNanos), nowNanos);
    }

    /** The journal has recovered, for the first time or again; a raise that was outstanding has an unknown outcome. */
    void recovered(@Nullable SequenceState recovered, long nowNanos) {
        if (raising) {
            raising = false;
            counts.unknownRaises().increment();
        }
        journal = Journal.READY;
        replace(recovered);
        serve(nowNanos);
    }

    /** The definition was created, altered or dropped. */
    void changed(SequenceState changed, long nowNanos) {
        replace(changed);
        serve(nowNanos);
    }

    /** A reserve of another definition or an older epoch must not be handed out any more. */
    private void replace(@Nullable SequenceState now) {
        boolean sameDefinition = sequence != null
                && now != null
                && now.version() == sequence.version()
                && now.definition().equals(sequence.definition());
        if (now != null && sameDefinition && !now.dropped()) {
            reserve.dropBefore(now.epoch());
        } else {
            reserve.clear();
        }
        noteBurnt();
        sequence = now;
    }

    /** A raise was committed. */
    void raised(long ofSerial, Block range, SequenceState now, long nowNanos) {
        SequenceState before = sequence;
        sequence = now;
        if (!raising || before == null || ofSerial != serial) {
            counts.valuesBurnt().add(range.count());
            return;
        }
        raising = false;
        noteHealing(before, nowNanos);
        committedSerial = serial;
        previousAmount = range.count();
        raisedAtNanos = nowNanos;
        highestOwned = range.end();
        reserve.add(range);
        serve(nowNanos);
        Long cache = now.definition().cache();
        if (cache != null && cache == 1) {
            reserve.clear();
        }
        noteBurnt();
    }

    /** A raise was refused: nothing was written. Whoever still waits cannot be served. */
    void raiseRefused(long ofSerial, SeqdException refusal) {
        if (raising && ofSerial == serial) {
            raising = false;
            refuseAll(Answer.Refused.of(refusal));
        }
    }

    /** The journal cannot be reached; it recovers by itself. What is in reserve is handed out meanwhile. */
    void journalLost() {
        if (journal != Journal.CORRUPT) {
            journal = Journal.RECOVERING;
        }
    }

    /** The journal does not prove its mark: nothing may be handed out. */
    void corrupt(String reason) {
        journal = Journal.CORRUPT;
        whyCorrupt = reason;
        reserve.clear();
        noteBurnt();
        refuseAll(corruption());
    }

    /** Whether the journal was found corrupt. */
    boolean isCorrupt() {
        return journal == Journal.CORRUPT;
    }

    /** Refuses whoever has waited long enough. */
    void expire(long nowNanos) {
        Iterator<Waiter<R>> all = waiters.iterator();
        while (all.hasNext()) {
            Waiter<R> waiter = all.next();
            if (nowNanos - waiter.deadlineNanos() >= 0) {
                all.remove();
                refuse(
                        waiter.replyTo(),
                        SeqdError.UNAVAILABLE,
                        "the journal of sequence \"" + name + "\" did not answer in time; try again");
            }
        }
    }

    /** When the first waiter's time is up, null if nobody waits. */
    @Nullable
    Long nextDeadlineNanos() {
        Waiter<R> first = waiters.peekFirst();
        return first == null ? null : first.deadlineNanos();
    }

    /** The reserve is lost with the Counter, and nobody is left to answer later. */
    void stopped() {
        reserve.clear();
        noteBurnt();
        refuseAll(new Answer.Refused(
                SeqdError.UNAVAILABLE, null, "the owner of sequence \"" + name + "\" stops; try again"));
    }

    /** The value that comes next: of the reserve, else the one beyond the mark; null if the bound is reached. */
    @Nullable
    Long next() {
        Position inReserve = reserve.next();
        if (inReserve != null) {
            return inReserve.value();
        }
        return sequence == null || sequence.remaining() == 0 ? null : sequence.nextValue();
    }

    /** How many values are left before the bound, the reserve included. */
    long remaining() {
        return sequence == null ? 0 : saturatedSum(sequence.remaining(), reserve.held());
    }

    private void serve(long nowNanos) {
        if (journal == Journal.CORRUPT) {
            refuseAll(corruption());
            return;
        }
        if (journal == Journal.READY && (sequence == null || sequence.dropped())) {
            refuseAll(unknown());
            return;
        }
        Iterator<Waiter<R>> all = waiters.iterator();
        while (all.hasNext()) {
            if (settle(all.next(), nowNanos)) {
                all.remove();
            }
        }
        if (!waiters.isEmpty()) {
            raiseIfNeeded(surplus(nowNanos), nowNanos);
        }
    }

    /** Answers a waiter if that is possible now. */
    private boolean settle(Waiter<R> waiter, long nowNanos) {
        if (sequence == null) {
            return false;
        }
        Position floor = waiter.floor(sequence);
        Block block = reserve.take(waiter.count(grantLimit()), floor).orElse(null);
        if (block != null) {
            String id = incarnation + "-" + Long.toString(++grants, 36);
            SequenceState now = sequence;
            long remaining = saturatedSum(remaining(), block.count());
            Grant grant = new Grant(id, block, now.version(), now.definition().cache(), remaining);
            output.answer(waiter.replyTo(), new Answer.Granted(grant));
            return true;
        }
        boolean markIsProven = journal == Journal.READY && committedSerial > waiter.afterSerial();
        if (markIsProven && floor != null && !isBelieved(waiter, floor, nowNanos)) {
            refuse(
                    waiter.replyTo(),
                    SeqdError.BEYOND_MARK,
                    "'after' lies beyond everything sequence \"" + name + "\" has handed out");
            return true;
        }
        return false;
    }

    /**
     * A floor beyond the mark means that another node raised it, that the journal lost commits, or that the caller is
     * mistaken. Which one shows when a raise of our own commits; even then only so much is believed.
     */
    private boolean isBelieved(Waiter<R> waiter, Position floor, long nowNanos) {
        SequenceState now = Objects.requireNonNull(sequence);
        if (!now.isBeyondMark(floor) || raisedHere(floor, now)) {
            return true;
        }
        boolean mayHeal = waiter.mayHeal() && floor.epoch() == now.epoch();
        return mayHeal && now.hasNextBeyond(floor) && healing.allows(now.stepsTo(floor), nowNanos);
    }

    private boolean raisedHere(Position floor, SequenceState now) {
        return highestOwned != null
                && !floor.isBeyond(highestOwned, now.definition().ascending());
    }

    private long grantLimit() {
        return Math.min(settings.blockMax(), holdingLimit());
    }

    /** The most that anybody may hold unissued: the sequence's own limit, and never what burns a small range. */
    private long holdingLimit() {
        long share = Math.max(1, remaining() / 1000);
        Long cache = sequence == null ? null : sequence.definition().cache();
        return cache == null ? share : Math.min(share, cache);
    }

    private void raiseIfNeeded(long surplus, long nowNanos) {
        SequenceState now = sequence;
        if (journal != Journal.READY || raising || now == null || now.dropped()) {
            return;
        }
        Position known = highestOwned;
        long waiting = 0;
        for (Waiter<R> waiter : waiters) {
            Position floor = waiter.floor(now);
            boolean believed = floor == null || isBelieved(waiter, floor, nowNanos);
            waiting = saturatedSum(waiting, believed ? waiter.count(grantLimit()) : 1);
            known = believed && floor != null ? higher(known, floor, now) : known;
        }
        if (waiting == 0 && (surplus == 0 || now.exhausted())) {
            return;
        }
        raising = true;
        raisingBeyond = known;
        serial++;
        output.raise(serial, saturatedSum(waiting, surplus), known);
    }

    private static Position higher(@Nullable Position known, Position floor, SequenceState now) {
        boolean ascending = now.definition().ascending();
        return known == null || floor.isBeyond(known, ascending) ? floor : known;
    }

    /** What to raise beyond what is waited for. With {@code cache} 1, or near a bound, nothing is held ready. */
    private long surplus(long nowNanos) {
        double rate = demand.perSecond(nowNanos);
        long limit = holdingLimit();
        long held = reserve.held();
        if (limit <= 1 || held > limit / 2 || !settings.reserve().wantsMore(held, rate)) {
            return 0;
        }
        long ago = nowNanos - raisedAtNanos;
        return Math.min(settings.reserve().costlyAmount(held, rate, previousAmount, ago), limit - held);
    }

    /** Moving past values that the journal does not know of is limited, and counted when the fence has let it happen. */
    private void noteHealing(SequenceState before, long nowNanos) {
        Position known = raisingBeyond;
        if (known == null || known.epoch() < before.epoch() || !before.isBeyondMark(known)) {
            return;
        }
        long steps = before.stepsTo(known);
        if (steps == 0) {
            return;
        }
        if (!raisedHere(known, before) && healing.allows(steps, nowNanos)) {
            healing.spend(steps);
        }
        counts.regressions().increment();
        output.healed(known);
    }

    private void noteBurnt() {
        counts.valuesBurnt().add(reserve.discarded() - burntBefore);
        burntBefore = reserve.discarded();
    }

    private void refuseAll(Answer.Refused refusal) {
        for (Waiter<R> waiter : waiters) {
            output.answer(waiter.replyTo(), refusal);
        }
        waiters.clear();
    }

    private void refuse(R replyTo, SeqdError error, String detail) {
        output.answer(replyTo, new Answer.Refused(error, null, detail));
    }

    private Answer.Refused unknown() {
        return Answer.Refused.of(CounterJournal.unknownSequence(name));
    }

    /** What everybody is told while the journal is corrupt. */
    Answer.Refused corruption() {
        return new Answer.Refused(
                SeqdError.UNAVAILABLE,
                null,
                "sequence \"" + name + "\" is corrupt and not served until its journal is repaired: " + whyCorrupt);
    }

    private static long saturatedSum(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
