package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.allocator.JournalDecisions.Decision;
import dev.seqd.core.After;
import dev.seqd.core.Block;
import dev.seqd.core.Position;
import dev.seqd.core.RefillPolicy;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SequenceChange;
import dev.seqd.core.SequenceDefinition;
import dev.seqd.core.SequenceEvent.Created;
import dev.seqd.core.SequenceEvent.HighWaterRaised;
import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A {@link CounterState} whose journal, callers and clock are in the test's hand. */
final class CounterHarness implements CounterOutput<String> {
    static final SequenceName NAME = new SequenceName("orders_seq");
    static final long MIN = 100;

    static final Duration RECALL_TIMEOUT = Duration.ofSeconds(2);

    static final Duration MAX_WAIT = Duration.ofSeconds(4);

    final AllocatorCounts counts = new AllocatorCounts();
    final List<Raise> raises = new ArrayList<>();
    final List<Position> healed = new ArrayList<>();
    final CounterState<String> state;

    /** What stands in the journal. */
    SequenceState journal;

    private final Map<String, Answer> answers = new HashMap<>();
    private long now;

    /** How many nodes will answer a recall. */
    int nodes;

    final List<Change> changes = new ArrayList<>();
    final List<Release> releases = new ArrayList<>();
    boolean stopped;
    private final JournalDecisions decisions = new JournalDecisions(NAME);
    private long recallSerial;

    record Raise(long serial, long amount, Position known) {}

    record Change(
            long serial, SequenceChange change, @Nullable Position unissuedFrom) {}

    record Release(long serial, Position unissuedFrom) {}

    CounterHarness(SequenceState journal) {
        this(journal, settings(1_000_000));
    }

    CounterHarness(SequenceState journal, CounterSettings settings) {
        this.journal = journal;
        this.state = new CounterState<>(NAME, "me", settings, counts, this, now);
    }

    static CounterSettings settings(long maxHealing) {
        RefillPolicy reserve = new RefillPolicy(MIN, 10_000, Duration.ofSeconds(1), Duration.ofSeconds(2));
        return new CounterSettings(
                reserve, 1000, 3, MAX_WAIT, RECALL_TIMEOUT, maxHealing, Duration.ofMillis(1), Duration.ofMillis(2));
    }

    static SequenceState created(SequenceOptions options) {
        return SequenceState.apply(null, new Created(SequenceDefinition.of(options), 1));
    }

    /** A counter that has recovered a new sequence. */
    static CounterHarness recovered(SequenceOptions options) {
        return new CounterHarness(created(options)).recover();
    }

    /** As above, and with a reserve of 1 to 100: one value was handed out and the reserve filled up. */
    static CounterHarness withReserve() {
        CounterHarness counter = recovered(SequenceOptions.NONE);
        counter.lease("filler", 1);
        counter.commit();
        return counter;
    }

    CounterHarness recover() {
        state.recovered(journal, now);
        return this;
    }

    void lease(String who, long count) {
        lease(who, count, null);
    }

    void lease(String who, long count, After after) {
        state.lease(new LeaseRequest(count, count, count, after), who, now);
    }

    /** Somebody wants {@code count} values and needs some of them at once. */
    void leaseNeeding(String who, long count, long needed) {
        state.lease(new LeaseRequest(count, needed, 0, null), who, now);
    }

    /** Somebody wants a change, which waits for {@code nodes} to give back what they hold. */
    void change(String who, SequenceChange change) {
        state.change(change, null, who, now);
    }

    /** The journal carries out the outstanding change, but its word is lost. */
    void commitUnconfirmed() {
        write(decision(changes.get(changes.size() - 1)));
    }

    /** The journal carries out the outstanding change, with the release before it. */
    @Nullable
    String commitChange() {
        Change written = changes.get(changes.size() - 1);
        Decision decision = decision(written);
        write(decision);
        return state.changed(written.serial(), journal, decision.released(), now);
    }

    /** The journal carries out the outstanding release. */
    void commitRelease() {
        Release written = releases.get(releases.size() - 1);
        Decision decision =
                decisions.release(journal, new CounterJournal.Release(written.serial(), written.unissuedFrom()));
        write(decision);
        state.released(written.serial(), decision.released());
    }

    private Decision decision(Change asked) {
        Decision decision = decisions.change(
                journal, new CounterJournal.Change(asked.serial(), asked.change(), null, asked.unissuedFrom()));
        assertThat(decision.refusal()).isNull();
        return decision;
    }

    private void write(Decision decision) {
        decision.events().forEach(event -> journal = SequenceState.apply(journal, event));
        decisions.written(decision, true);
    }

    /** A node gives back the end of what somebody was granted. */
    void giveBack(String who, long from) {
        Block block = grant(who).block();
        Block rest = block.tail(block.before(new Position(block.epoch(), block.lap(), from))
                        .count())
                .orElseThrow();
        state.recalled(
                new Recall.Returned(
                        recallSerial, List.of(new Recall.Part(grant(who).id(), rest))),
                now);
    }

    void giveBackNothing() {
        state.recalled(new Recall.Returned(recallSerial, List.of()), now);
    }

    void expire() {
        state.expire(now);
    }

    /** The journal carries out the outstanding raise. */
    void commit() {
        Raise raise = lastRaise();
        CounterJournal.Raise command = new CounterJournal.Raise(raise.serial(), raise.amount(), raise.known());
        HighWaterRaised event = decisions.raise(journal, command);
        decisions.raised(journal, command, event);
        journal = SequenceState.apply(journal, event);
        state.raised(raise.serial(), event.range(), journal, now);
    }

    /** Another node raises the mark. */
    void raiseElsewhere(long amount) {
        journal = SequenceState.apply(journal, journal.raise(NAME, amount, null));
    }

    Raise lastRaise() {
        return raises.get(raises.size() - 1);
    }

    void pass(Duration time) {
        now += time.toNanos();
    }

    long now() {
        return now;
    }

    /** What somebody was granted, such as {@code 1..10}. */
    String granted(String who) {
        Grant grant = grant(who);
        return grant.block().first() + ".." + grant.block().last();
    }

    Grant grant(String who) {
        return ((Answer.Granted) answers.get(who)).grant();
    }

    SeqdError refused(String who) {
        return ((Answer.Refused) answers.get(who)).error();
    }

    boolean waits(String who) {
        return !answers.containsKey(who);
    }

    @Override
    public void raise(long serial, long amount, Position known) {
        raises.add(new Raise(serial, amount, known));
    }

    @Override
    public int recall(long serial) {
        recallSerial = serial;
        return nodes;
    }

    @Override
    public int recallResting(long serial) {
        return recall(serial);
    }

    @Override
    public void change(long serial, ChangeLine.Asked<String> asked, @Nullable Position unissuedFrom) {
        changes.add(new Change(serial, asked.change(), unissuedFrom));
    }

    @Override
    public void release(long serial, Position unissuedFrom) {
        releases.add(new Release(serial, unissuedFrom));
    }

    @Override
    public void stopped() {
        stopped = true;
    }

    @Override
    public void answer(String who, Answer answer) {
        if (answers.put(who, answer) != null) {
            throw new AssertionError(who + " is answered twice");
        }
    }

    @Override
    public void healed(Position known) {
        healed.add(known);
    }
}
