package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.core.Block;
import dev.seqd.core.Position;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A client among others, of a sequence that becomes strict and cached by turns. Calls, requests, grants, answers, losses and
 * time are interleaved by a seed. While the sequence is strict, a call gets only what was granted after it began.
 */
class StrictSimulationTest {
    private final Rig rig = new Rig("http://a", "http://b");
    private final Set<Position> seen = new HashSet<>();
    private final Set<Long> strictEpochs = new HashSet<>();
    private final List<Call> calls = new ArrayList<>();
    private final List<Letter> letters = new ArrayList<>();
    private Random random = new Random(0);
    private long epoch = 1;
    private long next = 1;
    private int requestsSeen;
    private Position given = new Position(1, 1, 0);

    /**
     * A call that waits.
     *
     * @param granted what had been granted to anybody when it began
     * @param given the last that had been given to a caller of this client
     */
    private record Call(CompletableFuture<List<Block>> values, int n, Position granted, Position given) {}

    /** An answer that is on its way. */
    private record Letter(ScriptedSource.Asked asked, Grant grant) {}

    static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void anyHistory_ofAStrictSequence_isLinearizable(long seed) {
        random = new Random(seed);
        strictEpochs.add(epoch);
        for (int step = 0; step < 1000; step++) {
            step(random.nextInt(100));
            finish();
        }
        for (int i = 0; i < 400; i++) {
            process();
            deliver();
            rig.pass(Rig.TICK);
            finish();
        }

        assertThat(calls).isEmpty();
        assertThat(seen.size()).isGreaterThan(100);
    }

    private void step(int chance) {
        if (chance < 40) {
            call(1);
        } else if (chance < 45) {
            call(1 + random.nextInt(20));
        } else if (chance < 65) {
            process();
        } else if (chance < 83) {
            deliver();
        } else if (chance < 93) {
            next += 1 + random.nextInt(5);
        } else if (chance < 96) {
            rig.pass(Duration.ofMillis(random.nextInt(2000)));
        } else if (chance < 98) {
            lose();
        } else if (chance < 99 && !calls.isEmpty()) {
            calls.remove(random.nextInt(calls.size())).values().cancel(true);
        } else {
            alter();
        }
    }

    private void call(int n) {
        calls.add(new Call(rig.sequence("s").nextAsync(n), n, new Position(epoch, 1, next - 1), given));
    }

    /** A node grants what was asked for; the answer is on its way then. */
    private void process() {
        List<ScriptedSource.Asked> all = rig.source.all();
        if (requestsSeen == all.size()) {
            return;
        }
        ScriptedSource.Asked asked = all.get(requestsSeen++);
        boolean strict = strictEpochs.contains(epoch);
        long most = strict && asked.request().after() == null
                ? 1
                : 1 + random.nextInt(asked.request().count());
        Block block = new Block(next, 1, Math.min(most, 100), epoch, 1);
        next += block.count();
        letters.add(new Letter(asked, new Grant("s", block, !strict, 50)));
    }

    private void deliver() {
        if (!letters.isEmpty()) {
            Letter letter = letters.remove(random.nextInt(letters.size()));
            letter.asked().answer().complete(letter.grant());
        }
    }

    private void lose() {
        if (!letters.isEmpty()) {
            letters.remove(0).asked().fail(new IOException("the answer was lost"));
        }
    }

    private void alter() {
        epoch++;
        next = 1;
        if (random.nextInt(3) > 0) {
            strictEpochs.add(epoch);
        }
    }

    private void finish() {
        List<Call> over = calls.stream().filter(call -> call.values().isDone()).toList();
        calls.removeAll(over);
        over.stream().filter(call -> !call.values().isCompletedExceptionally()).forEach(this::check);
    }

    private void check(Call call) {
        List<Block> blocks = call.values().join();
        assertThat(blocks.stream().mapToLong(Block::count).sum()).isEqualTo(call.n());
        for (Block block : blocks) {
            assertThat(block.start().isBeyond(call.given(), true)).isTrue();
            if (strictEpochs.contains(block.epoch())) {
                assertThat(block.start().isBeyond(call.granted(), true)).isTrue();
            }
            for (long i = 0; i < block.count(); i++) {
                assertThat(seen.add(new Position(block.epoch(), 1, block.valueAt(i))))
                        .isTrue();
            }
            given = block.end().isBeyond(given, true) ? block.end() : given;
        }
    }
}
