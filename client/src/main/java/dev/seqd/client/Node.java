package dev.seqd.client;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a client knows of one node. Not thread-safe; {@link Nodes} guards it. */
final class Node {
    private static final long HOLD_OFF_NANOS = Duration.ofMillis(500).toNanos();
    private static final long MAX_HOLD_OFF_NANOS = Duration.ofSeconds(8).toNanos();
    private static final long MAX_ADVICE_NANOS = Duration.ofSeconds(30).toNanos();
    private static final int MAX_DOUBLINGS = 10;
    private static final int MISSES = 2;
    private static final int SEQUENCES_WITH_NOTHING = 3;

    /** The {@link #rank} of a node that failed a while ago. */
    static final int RANK_OF_FAILED = 2;

    final URI endpoint;

    /** Whether the application named it; such a node is never dropped. */
    final boolean given;

    private boolean confirmed;
    private boolean listed;
    private int missed;
    private @Nullable String id;
    private int failures;
    private boolean answers;
    private long untilNanos;
    private int withNothing;
    private @Nullable String lastWithNothing;

    private Node(URI endpoint, boolean given) {
        this.endpoint = endpoint;
        this.given = given;
        this.confirmed = given;
        this.answers = given;
    }

    /** A node that the application named. */
    static Node given(URI endpoint) {
        return new Node(endpoint, true);
    }

    /** A node that others told of: it is asked for values only once it has {@linkplain #confirm said itself} who it is. */
    static Node heardOf(URI endpoint) {
        return new Node(endpoint, false);
    }

    /**
     * Notes that the cluster lists it, or that it does not (null), which counts from the second time in a row on: in a
     * partition each side lists its own. Another life has to be confirmed anew.
     */
    void list(@Nullable String asId) {
        missed = asId == null ? missed + 1 : 0;
        listed = asId != null || (listed && missed < MISSES);
        if (asId != null && !asId.equals(id)) {
            id = asId;
            confirmed = given;
        }
    }

    /** Notes who one that was {@linkplain #heardOf heard of} says it is; false if that is somebody else than the cluster listed. */
    boolean confirm(String saysId) {
        confirmed = saysId.equals(id);
        return confirmed;
    }

    boolean confirmed() {
        return confirmed;
    }

    /** Whether nobody names it any more. */
    boolean isGone() {
        return !given && !listed;
    }

    /** It gave what it was asked for; true if it had failed before. */
    boolean worked() {
        boolean back = failures > 0;
        failures = 0;
        answers = true;
        withNothing = 0;
        lastWithNothing = null;
        return back;
    }

    /** It has nothing for a sequence now; true if that went for several in a row. */
    boolean hasNothing(String sequence) {
        if (!sequence.equals(lastWithNothing)) {
            lastWithNothing = sequence;
            withNothing++;
        }
        return withNothing >= SEQUENCES_WITH_NOTHING;
    }

    /** It answered a question that costs no values: it may be asked for some again. */
    void answered() {
        answers = true;
    }

    /**
     * It failed. Counts once while it is left alone anyway.
     *
     * @param factor of the time for which it is left alone, from 0.5 to 1
     * @param adviceNanos for how long it wants to be left alone, 0 if it did not say
     * @return whether it had worked before
     */
    boolean failed(long nowNanos, double factor, long adviceNanos) {
        if (isLeftAlone(nowNanos)) {
            return false;
        }
        boolean first = failures == 0;
        failures++;
        answers = false;
        long holdOff = Math.min(HOLD_OFF_NANOS << Math.min(failures - 1, MAX_DOUBLINGS), MAX_HOLD_OFF_NANOS);
        untilNanos = nowNanos + Math.max((long) (holdOff * factor), Math.min(adviceNanos, MAX_ADVICE_NANOS));
        return first;
    }

    boolean isLeftAlone(long nowNanos) {
        return failures > 0 && !answers && untilNanos - nowNanos > 0;
    }

    /** Whether it works, as far as is known, and is who it should be. */
    boolean works() {
        return confirmed && answers;
    }

    /** Whether a question that costs no values should find out if it works. */
    boolean isDoubtful(long nowNanos) {
        return !works() && !isLeftAlone(nowNanos);
    }

    long untilNanos() {
        return untilNanos;
    }

    /**
     * How good a choice it is, 0 being the best: it works; it works, though the cluster does not list it (another name of a
     * node, or of several); it failed a while ago; it is left alone.
     *
     * @param anyListed whether the cluster's list is known
     */
    int rank(long nowNanos, boolean anyListed) {
        if (answers) {
            return listed || !anyListed ? 0 : 1;
        }
        return isLeftAlone(nowNanos) ? RANK_OF_FAILED + 1 : RANK_OF_FAILED;
    }
}
