package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.core.Block;
import dev.seqd.core.Position;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The state machine among {@link SimulatedNodes}, with calls, answers and time interleaved by a seed. */
class SimulationTest {
    private static final URI NODE = URI.create("http://node");
    private static final Settings SETTINGS =
            new Settings(Duration.ofSeconds(5), Settings.policy(Duration.ofSeconds(30), 1000), "sim", true);

    private Random random = new Random(0);
    private SimulatedNodes nodes = new SimulatedNodes(random);
    private final ChunkSlot slot = new ChunkSlot();
    private CounterState state = state();
    private final Map<Ticket, Call> waiting = new LinkedHashMap<>();
    private final Set<Position> seen = new HashSet<>();
    private @Nullable Position latest;
    private boolean ascending;
    private long nowNanos;

    /** A call that waits. */
    private record Call(int n, @Nullable Position floor) {}

    static LongStream seeds() {
        return LongStream.range(0, 300);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void anyHistory_always_isUniqueOrderedAndGoesOn(long seed) {
        random = new Random(seed);
        nodes = new SimulatedNodes(random);
        state = state();
        for (int step = 0; step < 3000; step++) {
            step(random.nextInt(100));
        }

        nodes.heal();
        settle();
        assertThat(waiting).isEmpty();
        int before = seen.size();
        call(1);
        settle();
        assertThat(seen).hasSize(before + 1);
    }

    private CounterState state() {
        RefillPlan plan = new RefillPlan(SETTINGS.policy(), new Backoff(random::nextDouble), new Demand(0));
        return new CounterState("s", SETTINGS, plan, slot);
    }

    private void step(int chance) {
        if (chance < 60) {
            call(1);
        } else if (chance < 65) {
            call(1 + random.nextInt(300));
        } else if (chance < 68 && !waiting.isEmpty()) {
            Ticket any = waiting.keySet().iterator().next();
            state.interrupt(any, new InterruptedException(), nowNanos);
            waiting.remove(any);
        } else if (chance < 90) {
            deliver();
        } else {
            pass(Duration.ofMillis(random.nextInt(400)));
        }
        refill();
    }

    private void settle() {
        for (int i = 0; i < 1000; i++) {
            pass(Duration.ofMillis(50));
            refill();
            deliver();
        }
    }

    private void pass(Duration time) {
        nowNanos += time.toNanos();
        state.expire(nowNanos).forEach(this::over);
        Attempt lost = state.lost(nowNanos);
        if (lost != null && state.end(lost)) {
            conclude(lost, new Reply(null, new TimeoutException()));
        }
    }

    private void refill() {
        Attempt attempt = state.begin(NODE, nowNanos);
        if (attempt != null) {
            nodes.ask(attempt);
        }
    }

    private void deliver() {
        SimulatedNodes.Letter letter = nodes.deliver();
        if (letter != null && state.end(letter.attempt())) {
            conclude(letter.attempt(), letter.reply());
        }
    }

    private void conclude(Attempt attempt, Reply reply) {
        state.conclude(attempt, reply, nowNanos).done().forEach(this::over);
        state.resume();
    }

    private void call(int n) {
        Chunk chunk = slot.chunk();
        if (n == 1 && random.nextBoolean()) {
            Block quick = chunk.claim(1);
            if (quick != null) {
                check(List.of(quick), latest);
                return;
            }
        }
        Ticket ticket = new Ticket(n, SETTINGS.maxWait());
        state.take(ticket);
        if (ticket.pending()) {
            state.join(ticket, nowNanos);
            waiting.put(ticket, new Call(n, latest));
        } else {
            check(ticket.blocks(), latest);
        }
    }

    private void over(Ticket ticket) {
        Call call = waiting.remove(ticket);
        if (call == null) {
            throw new AssertionError("a call that was over already");
        }
        List<Block> blocks;
        try {
            blocks = ticket.blocks();
        } catch (RuntimeException e) {
            return;
        }
        assertThat(blocks.stream().mapToLong(Block::count).sum()).isEqualTo(call.n);
        check(blocks, call.floor);
    }

    /** A call's values are new, in order, and beyond all that was given out by calls which were over when it began. */
    private void check(List<Block> blocks, @Nullable Position floor) {
        Position before = floor;
        for (Block block : blocks) {
            for (long i = 0; i < block.count(); i++) {
                Position position = new Position(block.epoch(), block.lap(), block.valueAt(i));
                assertThat(before == null || position.isBeyond(before, block.ascending()))
                        .isTrue();
                assertThat(seen.add(position)).isTrue();
                before = position;
            }
            ascending = block.ascending();
        }
        if (before != null && (latest == null || before.isBeyond(latest, ascending))) {
            latest = before;
        }
    }
}
