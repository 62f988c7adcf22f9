package dev.seqd.client;

import dev.seqd.core.After;
import dev.seqd.core.Block;
import dev.seqd.core.Position;
import dev.seqd.simulation.Audit;
import dev.seqd.simulation.Holdings;
import dev.seqd.simulation.Range;
import dev.seqd.simulation.Rule;
import dev.seqd.simulation.Surroundings;
import dev.seqd.simulation.Violation;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One life of a client without threads and HTTP: it carries calls and answers to the real {@link CounterState} and back, and
 * lets the audit see what calls get.
 */
public final class SimulatedClient {
    private static final int MOST_WAITING = 6;
    private static final URI NODE = URI.create("http://node");

    private final Surroundings around;
    private final Nodes nodes;
    private final Holdings holdings;
    private final Settings settings;
    private final ChunkSlot slot = new ChunkSlot();
    private final CounterState state;
    private final Map<Ticket, Call> waiting = new LinkedHashMap<>();
    private @Nullable Position latest;
    private @Nullable Attempt inFlight;
    private long answered;
    private long taken;
    private long given;

    /** A call that waits. */
    private record Call(@Nullable Position latest, @Nullable Position begun) {}

    /** How nodes are reached. */
    public interface Nodes {
        /** Asks a node for up to {@code count} values. */
        void ask(Question question, int count, @Nullable After after);
    }

    /** A question to a node, which is answered once, or fails. */
    public final class Question {
        private final Attempt attempt;

        private Question(Attempt attempt) {
            this.attempt = attempt;
        }

        /** It is answered. */
        public void granted(Block block, Range range, long suggested, boolean cacheable) {
            if (state.end(attempt)) {
                taken += block.count();
                holdings.add(block, range);
                conclude(attempt, new Reply(new Grant("s", block, cacheable, suggested), null));
            }
        }

        /** It has failed. */
        public void failed(Throwable failure) {
            if (state.end(attempt)) {
                conclude(attempt, new Reply(null, failure));
            }
        }
    }

    /** A new life, which holds nothing and asks for at most {@code most} values. */
    public SimulatedClient(String name, long most, Surroundings around, Nodes nodes) {
        this.around = around;
        this.nodes = nodes;
        this.holdings = new Holdings(name);
        this.settings = new Settings(Duration.ofSeconds(2), Settings.policy(Duration.ofSeconds(30), most), name, true);
        RefillPlan plan = new RefillPlan(settings.policy(), new Backoff(() -> 0.5), new Demand(around.nowNanos()));
        this.state = new CounterState("s", settings, plan, slot);
    }

    /** A thread wants {@code n} values. */
    public void call(int n) {
        if (waiting.size() >= MOST_WAITING) {
            return;
        }
        Position begun = around.audit().callBegins();
        Block quick = n == 1 ? slot.chunk().claim(1) : null;
        if (quick != null) {
            got(List.of(quick), new Call(latest, begun));
            return;
        }
        Ticket ticket = new Ticket(n, settings.maxWait());
        state.take(ticket);
        if (ticket.pending()) {
            state.join(ticket, around.nowNanos());
            waiting.put(ticket, new Call(latest, begun));
        } else {
            got(ticket.blocks(), new Call(latest, begun));
        }
        refill();
    }

    /** One thread that waits is interrupted; false if none waits. */
    public boolean interrupt() {
        if (waiting.isEmpty()) {
            return false;
        }
        Ticket first = waiting.keySet().iterator().next();
        waiting.remove(first);
        state.interrupt(first, new InterruptedException(), around.nowNanos());
        return true;
    }

    private void refill() {
        Attempt attempt = state.begin(NODE, around.nowNanos());
        if (attempt == null) {
            return;
        }
        inFlight = attempt;
        Position after = attempt.request().after();
        nodes.ask(
                new Question(attempt),
                attempt.request().count(),
                after == null ? null : new After(after.value(), after.epoch(), after.lap()));
    }

    private void conclude(Attempt attempt, Reply reply) {
        state.conclude(attempt, reply, around.nowNanos()).done().forEach(this::over);
        state.resume();
        refill();
    }

    /** The connection of the refill in flight breaks; false if there is none. */
    public boolean cut() {
        Attempt attempt = inFlight;
        if (attempt == null || !state.end(attempt)) {
            return false;
        }
        conclude(attempt, new Reply(null, new IOException("the connection broke")));
        return true;
    }

    /** Time has passed. */
    public void tick() {
        long nowNanos = around.nowNanos();
        state.resume();
        state.expire(nowNanos).forEach(this::over);
        Attempt lost = state.lost(nowNanos);
        if (lost != null) {
            cut();
        }
        refill();
    }

    /** It ends: everything that it ever had was given out or counted as lost. */
    public void end() {
        state.close(() -> new IllegalStateException("closed"), around.nowNanos());
        long lost = state.lostValues();
        if (taken != given + lost) {
            throw new Violation(Rule.COUNTED, holdings + " took " + taken + ", gave " + given + ", lost " + lost);
        }
    }

    /** How many calls have got values, or were refused for good. */
    public long answered() {
        return answered;
    }

    /** One more call, unless one waits. */
    public void callUnlessWaiting() {
        if (waiting.isEmpty()) {
            call(1);
        }
    }

    @Override
    public String toString() {
        return holdings.toString();
    }

    private void over(Ticket ticket) {
        Call call = waiting.remove(ticket);
        if (call == null) {
            throw new IllegalStateException("a call that was over already");
        }
        List<Block> blocks;
        try {
            blocks = ticket.blocks();
        } catch (RuntimeException e) {
            around.say(() -> "  " + holdings + ": a call fails: " + e.getMessage());
            answered += Outage.isRefusal(e) ? 1 : 0;
            return;
        }
        got(blocks, call);
    }

    private void got(List<Block> blocks, Call call) {
        around.say(() -> "  " + holdings + ": a call gets " + blocks);
        answered++;
        Position floor = call.latest;
        for (Block block : blocks) {
            given += block.count();
            Audit.requireBeyond(Rule.CLIENT_ORDER, floor, block);
            around.audit().callEnds(call.begun, block, holdings.origin(block));
            floor = block.end();
            latest = latest == null || floor.isBeyond(latest, block.ascending()) ? floor : latest;
        }
    }
}
