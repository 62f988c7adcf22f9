package dev.seqd.client;

import dev.seqd.core.Block;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Nodes that grant, refuse, lose, delay, repeat and lie as chance has it. What they grant honestly is unique. */
final class SimulatedNodes {
    record Letter(Attempt attempt, Reply reply) {}

    private final Random random;
    private final List<Letter> onTheWay = new ArrayList<>();
    private final List<Grant> granted = new ArrayList<>();
    private long epoch = 1;
    private long lap = 1;
    private long next;
    private long increment = 1;
    private boolean cacheable = true;
    private boolean honest;

    SimulatedNodes(Random random) {
        this.random = random;
    }

    void heal() {
        honest = true;
    }

    void ask(Attempt attempt) {
        int chance = honest ? 100 : random.nextInt(100);
        if (chance < 5) {
            return;
        }
        if (chance < 10) {
            reign();
        }
        onTheWay.add(new Letter(attempt, reply(attempt, chance)));
    }

    private Reply reply(Attempt attempt, int chance) {
        if (chance < 25) {
            return failed(new IOException("down"));
        }
        if (chance < 30) {
            return failed(new SeqdException(SeqdError.UNKNOWN_SEQUENCE, "no"));
        }
        if (chance < 40 && !granted.isEmpty()) {
            return new Reply(granted.get(random.nextInt(granted.size())), null);
        }
        Grant grant = grant(attempt.request());
        return chance < 45 ? failed(new IOException("the answer was lost")) : new Reply(grant, null);
    }

    private static Reply failed(Throwable error) {
        return new Reply(null, error);
    }

    private Grant grant(BlockRequest request) {
        long count = 1L + random.nextInt(Math.min(request.count(), 100));
        Block block = new Block(next, increment, count, epoch, lap);
        next += increment * (count + random.nextInt(3));
        Grant grant = new Grant(request.sequence(), block, cacheable, 1 + random.nextInt(200));
        granted.add(grant);
        return grant;
    }

    /** A new epoch or lap. */
    private void reign() {
        next = random.nextInt(1000) - 500L;
        if (random.nextBoolean()) {
            lap++;
            next = increment > 0 ? next : -next;
            return;
        }
        epoch++;
        lap = 1;
        increment = (1 + random.nextInt(5)) * (random.nextBoolean() ? 1L : -1L);
        cacheable = random.nextInt(4) > 0;
    }

    /** Any letter that is on its way, in any order; null if there is none. */
    @Nullable
    Letter deliver() {
        if (onTheWay.isEmpty()) {
            return null;
        }
        int which = honest ? 0 : random.nextInt(onTheWay.size());
        boolean twice = !honest && random.nextInt(10) == 0;
        return twice ? onTheWay.get(which) : onTheWay.remove(which);
    }
}
