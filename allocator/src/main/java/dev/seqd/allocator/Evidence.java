package dev.seqd.allocator;

import dev.seqd.core.Saturated;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a node knows about a database that is not the one it knew, and what follows from it. It goes on only if nothing is
 * lost, or everything that may be lost is known to somebody who has told.
 *
 * @param own what this node found
 * @param peers what each other member found, by its address; null for no answer yet
 * @param isNew whether this node has just started, so that it knows nothing that others do not know
 * @param waited whether others have been waited for long enough
 */
record Evidence(Statement own, Map<String, Optional<Statement>> peers, boolean isNew, boolean waited) {
    private static final String ADVICE =
            "; nothing more is handed out than what is ready. Make sure of the database, and run"
                    + " 'seqd raise --all --by N' with more than may have been handed out since";

    /**
     * What a member found out by looking at its database and moving every counter past what it knows.
     *
     * @param server the server it looked at
     * @param settled whether it trusts that server
     * @param lost whether the database had lost something
     * @param lostForMillis since when something may be lost; negative if that is longer than it remembers
     * @param departedMillis how long ago it saw a member go, whatever that one knew; the largest long for never
     */
    record Statement(String server, boolean settled, boolean lost, long lostForMillis, long departedMillis)
            implements WireMessage {
        /** The same after a time. */
        Statement aged(long millis) {
            return new Statement(
                    server,
                    settled,
                    lost,
                    lostForMillis < 0 ? lostForMillis : lostForMillis + millis,
                    Saturated.sum(departedMillis, millis));
        }
    }

    /** What follows. */
    sealed interface Verdict {}

    /** Nothing is lost that is not healed. */
    record Trust() implements Verdict {}

    /** Others may still say something. */
    record Wait() implements Verdict {}

    /** It does not go on by itself. */
    record Doubt(String reason) implements Verdict {}

    Verdict verdict() {
        boolean settled = peers.values().stream()
                .flatMap(Optional::stream)
                .anyMatch(peer -> peer.settled && peer.server.equals(own.server));
        if (isNew && settled) {
            return new Trust();
        }
        String missing = missing();
        if (missing != null) {
            return waited ? new Doubt(missing + ADVICE) : new Wait();
        }
        return hasLost() ? afterLoss() : new Trust();
    }

    private @Nullable String missing() {
        for (Map.Entry<String, Optional<Statement>> peer : peers.entrySet()) {
            if (peer.getValue().isEmpty()) {
                return "the database is another one than before, and member " + peer.getKey()
                        + " does not say what it knows";
            }
            if (!peer.getValue().get().server.equals(own.server)) {
                return "this node and member " + peer.getKey() + " are connected to different database servers";
            }
        }
        return null;
    }

    /** Whether anybody found that something was lost. */
    boolean hasLost() {
        return own.lost || peers.values().stream().flatMap(Optional::stream).anyMatch(Statement::lost);
    }

    private Verdict afterLoss() {
        List<Statement> all = new ArrayList<>(List.of(own));
        peers.values().forEach(peer -> peer.ifPresent(all::add));
        long longest = all.stream().mapToLong(Statement::lostForMillis).max().orElseThrow();
        long departed = all.stream().mapToLong(Statement::departedMillis).min().orElseThrow();
        if (all.stream().anyMatch(one -> one.lostForMillis < 0)) {
            return new Doubt(
                    "the database has lost what was committed longer ago than the members remember (an old backup?)"
                            + ADVICE);
        }
        return departed <= longest
                ? new Doubt(
                        "the database has lost commits, and a member that has left since may have known more" + ADVICE)
                : new Trust();
    }
}
