package dev.seqd.http;

import dev.seqd.allocator.Grant;
import dev.seqd.allocator.Known;
import dev.seqd.allocator.LeaseRequest;
import dev.seqd.allocator.Recall;
import dev.seqd.core.After;
import dev.seqd.core.Block;
import dev.seqd.core.Position;
import dev.seqd.core.RefillPolicy;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceState;
import dev.seqd.simulation.Audit;
import dev.seqd.simulation.Holdings;
import dev.seqd.simulation.Range;
import dev.seqd.simulation.ReturnAddress;
import dev.seqd.simulation.Rule;
import dev.seqd.simulation.Surroundings;
import dev.seqd.simulation.Violation;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * One life of a node's cache without Pekko and HTTP: it carries messages to the real {@link LeaseState} and back, and lets
 * the audit see what is handed out.
 */
public final class SimulatedNode {
    private static final Duration ASK = Duration.ofSeconds(1);

    private final Surroundings around;
    private final Owners owners;
    private final Holdings holdings;
    private final NodeCounts counts = new NodeCounts();
    private final Sizes sizes;
    private LeaseState<Caller> state;
    private @Nullable Position lastWithoutFloor;
    private long newestEpoch;
    private int newsRead;
    private long asked;
    private boolean asking;
    private long askedAtNanos;
    private long taken;
    private long given;
    private long givenBack;

    /** How Counters are reached. */
    public interface Owners {
        /** Asks the Counter; answered with the number of the question, or never. */
        void lease(long number, LeaseRequest request);

        /** Gives back to the Counter what is not used. */
        void giveBack(List<Recall.Part> parts);
    }

    /** Who wants values. */
    public interface Caller {
        /** A block, which may be kept or not. */
        void given(Block block, Range range, Advice advice);

        /** A refusal. */
        void refused(SeqdException refusal);

        /** What its values must lie beyond; null for nothing. */
        @Nullable
        After after();
    }

    /** What comes with a block. */
    public record Advice(boolean cacheable, long suggested) {}

    /** Small sizes. */
    public record Sizes(HttpSettings settings) {
        /** {@code least} is the smallest amount of a lease. */
        public static Sizes small(long least) {
            RefillPolicy lease = new RefillPolicy(least, 4 * least, Duration.ofSeconds(1), Duration.ofSeconds(2));
            return new Sizes(new HttpSettings(
                    "h",
                    0,
                    "",
                    Duration.ofSeconds(1),
                    5,
                    lease,
                    Duration.ofMillis(20),
                    Duration.ofMillis(200),
                    Duration.ofMinutes(15),
                    100,
                    new ConnectionLimits(Duration.ofSeconds(25), Duration.ofSeconds(20))));
        }
    }

    /** A new life, which holds nothing. */
    public SimulatedNode(String name, Sizes sizes, Surroundings around, Owners owners) {
        this.around = around;
        this.owners = owners;
        this.holdings = new Holdings(name);
        this.sizes = sizes;
        this.state = holdingNothing();
    }

    private LeaseState<Caller> holdingNothing() {
        return new LeaseState<>(sizes.settings, counts, new SplittableRandom(1), new Output(), around.nowNanos());
    }

    /** A caller wants up to {@code count} values; who knows no epoch does not know either whether it may keep any. */
    public void take(long count, Caller caller) {
        After after = caller.after();
        long needed = after == null || after.epoch() == null ? 1 : count;
        state.take(new Wanted(count, needed, after), caller, around.nowNanos());
    }

    /** The Counter has answered. */
    public void granted(long number, Grant grant) {
        if (isOutstanding(number)) {
            asking = false;
            taken += grant.block().count();
            holdings.add(grant.block(), around.audit().origin(grant.id()));
            state.leased(grant, around.nowNanos());
        }
    }

    /** The Counter has refused. */
    public void refused(long number, SeqdException refusal) {
        if (isOutstanding(number)) {
            failed(refusal);
        }
    }

    private boolean isOutstanding(long number) {
        return asking && number == asked;
    }

    private void failed(SeqdException failure) {
        asking = false;
        if (failure.error() == SeqdError.UNKNOWN_SEQUENCE) {
            lastWithoutFloor = null;
        }
        state.leaseFailed(failure, around.nowNanos());
    }

    /** The Counter takes too long; false if it was not asked. */
    public boolean timeOut() {
        if (!asking) {
            return false;
        }
        failed(new SeqdException(SeqdError.UNAVAILABLE, "the owner did not answer in time"));
        return true;
    }

    /** Time has passed. */
    public void tick() {
        if (asking && around.nowNanos() - askedAtNanos >= ASK.toNanos()) {
            timeOut();
        }
        state.tick(around.nowNanos());
    }

    /** It is to give back what it holds. */
    public void recall(Recall recall) {
        ReturnAddress address = new ReturnAddress(answer -> {
            noteGivenBack(answer.parts());
            recall.giveBack(answer.parts());
        });
        state.recall(new Recall(recall.name(), recall.serial(), recall.onlyResting(), address), around.nowNanos());
    }

    private void noteGivenBack(List<Recall.Part> parts) {
        parts.forEach(part -> givenBack += part.block().count());
    }

    /** What it knows to be used, whatever a journal says; null for nothing. */
    public @Nullable Known known() {
        return state.known("s").orElse(null);
    }

    /** It ends as it is. */
    public void end() {
        state.forget();
        requireAccount();
    }

    /** Everything that it ever had was given out, given back or counted as burnt. */
    private void requireAccount() {
        long burnt = counts.valuesBurnt().sum();
        if (taken != given + givenBack + burnt) {
            throw new Violation(
                    Rule.COUNTED,
                    holdings + " took " + taken + ", gave " + given + ", gave back " + givenBack + ", burnt " + burnt);
        }
    }

    /** It reads what has changed, of which there were so many. */
    public void news(int changes, @Nullable SequenceState now) {
        if (changes <= newsRead) {
            return;
        }
        newsRead = changes;
        if (now == null || now.dropped()) {
            lastWithoutFloor = null;
        } else {
            newestEpoch = Math.max(newestEpoch, now.epoch());
        }
        state.changed(now);
    }

    /** Nobody used it for long: then it gives back what it holds, and forgets; false if somebody waits. */
    public boolean forget() {
        if (asking || state.isRestless()) {
            return false;
        }
        ReturnAddress address = new ReturnAddress(answer -> {
            noteGivenBack(answer.parts());
            owners.giveBack(answer.parts());
        });
        state.recall(new Recall("s", 0, false, address), around.nowNanos());
        requireAccount();
        lastWithoutFloor = null;
        newestEpoch = 0;
        state = holdingNothing();
        return true;
    }

    private final class Output implements LeaseOutput<Caller> {
        @Override
        public void lease(LeaseRequest request) {
            if (asking) {
                throw new Violation(Rule.ONE_AT_A_TIME, holdings + " asks the Counter again");
            }
            asking = true;
            askedAtNanos = around.nowNanos();
            owners.lease(++asked, request);
        }

        @Override
        public void give(Caller caller, Taken taken) {
            Block block = taken.block();
            around.say(() -> "  " + holdings + " gives " + block + (taken.cacheable() ? "" : ", not to be kept"));
            given += block.count();
            Range range = around.audit().given(holdings, block);
            if (block.epoch() < newestEpoch) {
                throw new Violation(Rule.NEWS, holdings + " gives " + block + " in epoch " + newestEpoch);
            }
            if (caller.after() == null) {
                Audit.requireBeyond(Rule.SERVER_ORDER, lastWithoutFloor, block);
                lastWithoutFloor = block.end();
            }
            caller.given(block, range, new Advice(taken.cacheable(), taken.suggested()));
        }

        @Override
        public void refuse(Caller caller, SeqdException refusal) {
            caller.refused(refusal);
        }
    }
}
