package dev.seqd.allocator;

import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceName;
import dev.seqd.core.Ticker;
import dev.seqd.database.Database;
import dev.seqd.database.DatabaseException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.cluster.typed.Cluster;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the database can be built on, and what an operator does to all of it. Thread-safe; no call blocks. Stages fail with
 * a {@link SeqdException}, perhaps inside a {@link CompletionException}.
 */
public final class DatabaseAdmin {
    private static final Duration COMPACTION_DELAY = Duration.ofMinutes(5);
    private static final Duration COMPACTION_INTERVAL = Duration.ofHours(1);

    /** The most sequences that one raise of all moves. */
    public static final int MAX_RAISES = 500;

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseAdmin.class);

    static final String BLOCKING_DISPATCHER = "seqd-blocking-dispatcher";

    private static final Duration LONGEST_MEMORY = Duration.ofHours(1);

    private final ActorSystem<?> system;
    private final Executor blocking;
    private final HeadTable heads;
    private final DatabaseTrust trust;
    private final KnownMarks marks = new KnownMarks();
    private final JournalAppender appender;
    private final Raises raises;
    private final Compaction compaction;
    private final AllocatorCounts counts;
    private final AtomicBoolean compacting = new AtomicBoolean();

    /** {@code ask} reaches the Counters. */
    DatabaseAdmin(ActorSystem<?> system, Database database, HeadTable heads, AllocatorCounts counts, Raises.Ask ask) {
        this.system = system;
        this.blocking = system.dispatchers().lookup(DispatcherSelector.fromConfig(BLOCKING_DISPATCHER));
        this.heads = heads;
        this.trust = new DatabaseTrust(new NodeFence(database, MemberProbe.incarnation(system)));
        this.appender = new JournalAppender(
                database, Cluster.get(system).selfMember().address().hostPort());
        this.counts = counts;
        this.compaction = new Compaction(database, counts, Ticker.system());
        this.raises = new Raises(trust, appender, blocking, ask);
    }

    DatabaseTrust trust() {
        return trust;
    }

    HeadTable heads() {
        return heads;
    }

    KnownMarks marks() {
        return marks;
    }

    /** Begins to watch the database, and to delete what is older than a time and needed no more. */
    void watch(LeaseHolder leases, Duration interval, Duration retention) {
        Duration memory = leases.remembers().compareTo(LONGEST_MEMORY) < 0 ? leases.remembers() : LONGEST_MEMORY;
        Recount recount = new Recount(heads, appender);
        DatabaseWatch.start(
                system,
                new DatabaseWatch.World(
                        trust,
                        leases,
                        marks,
                        recount,
                        counts,
                        blocking,
                        new DatabaseWatch.Pace(interval, memory),
                        Ticker.system()));
        system.scheduler()
                .scheduleWithFixedDelay(
                        COMPACTION_DELAY, COMPACTION_INTERVAL, () -> compact(retention), system.executionContext());
    }

    /**
     * Begins to delete events that are older than a time and below a snapshot of their sequence, unless that is under way.
     *
     * @return whether it began
     */
    public boolean compact(Duration olderThan) {
        if (!trust.isTrusted() || !compacting.compareAndSet(false, true)) {
            return false;
        }
        blocking.execute(() -> compactNow(olderThan));
        return true;
    }

    private void compactNow(Duration olderThan) {
        try {
            compaction.run(olderThan);
        } catch (DatabaseException e) {
            LOG.warn("the journal is not compacted: {}", e.getMessage());
        } finally {
            compacting.set(false);
        }
    }

    /** Whether the database has lost commits that nobody can account for, so that nothing new is handed out. */
    public boolean isDoubted() {
        return trust.stand().doubt() != null;
    }

    /** Where the database is doubted, that is why a Counter does not answer. */
    Answer explained(Throwable failure) {
        String doubt = trust.stand().doubt();
        if (doubt != null
                && Asking.cause(failure) instanceof SeqdException refusal
                && refusal.error() == SeqdError.UNAVAILABLE) {
            throw new SeqdException(SeqdError.UNAVAILABLE, null, doubt, refusal);
        }
        throw failure instanceof CompletionException wrapped ? wrapped : new CompletionException(failure);
    }

    /**
     * Moves the mark of a sequence to a value, unless it is there or beyond. Works also while the database is doubted.
     *
     * @param atLeast the value, within the bounds
     */
    public CompletionStage<RaisedMark> raise(SequenceName name, long atLeast) {
        return raises.raise(name, atLeast);
    }

    /**
     * Moves the marks of the next {@value #MAX_RAISES} sequences after a name, in the order of their names, as if so many
     * more values had been handed out of each. When none is left after them, the database is trusted again.
     *
     * @param by how many, at least 0
     */
    public CompletionStage<List<RaisedMark>> raiseAll(long by, String afterName) {
        return heads.list("", afterName, MAX_RAISES)
                .thenCompose(sequences -> raises.raise(sequences, by))
                .thenApplyAsync(
                        raised -> {
                            if (raised.size() < MAX_RAISES && !trust.isTrusted()) {
                                DatabaseWatch.believe(
                                        system, trust.fence().look().server());
                            }
                            return raised;
                        },
                        blocking);
    }
}
