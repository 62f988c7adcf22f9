package dev.seqd.simulation;

import dev.seqd.core.SequenceDefinition;
import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceOptions.Setting;
import dev.seqd.core.SequenceOrder;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * What a world is like, by its seed.
 *
 * @param seed the seed
 * @param definition the sequence
 * @param weights how often what happens there, by its kind
 * @param changes which changes are asked for there
 * @param reserve the least amount of a raise ahead
 * @param lease the least amount of a lease
 * @param clientMost the most that a client holds
 * @param split whether from the beginning not all nodes agree about the owner
 * @param steps how many steps it lasts
 */
record Setup(
        long seed,
        SequenceDefinition definition,
        Map<Kind, Integer> weights,
        List<Integer> changes,
        int reserve,
        int lease,
        int clientMost,
        boolean split,
        int steps) {
    private static final int LONG_LIFE = 20_000;
    private static final int[] FACTORS = {1, 1, 2, 4, 8};
    private static final int[] WITHOUT_PERCENT = {90, 75, 75, 60, 40, 40, 20};
    private static final int RARE_PERCENT = 80;

    static Setup of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        SequenceOptions options = range(random);
        if (random.nextInt(5) == 0) {
            options = options.withOrder(SequenceOrder.STRICT);
        }
        int cache = random.nextInt(12);
        if (cache < 4) {
            options = options.withCache(new Setting(cache == 0 ? 1L : 2 + random.nextInt(20)));
        }
        int steps = random.nextInt(60) == 0 ? LONG_LIFE : 150 + random.nextInt(1200);
        return new Setup(
                seed,
                SequenceDefinition.of(options),
                weights(random),
                changes(random),
                1 + random.nextInt(40),
                1 + random.nextInt(20),
                1 + random.nextInt(30),
                random.nextInt(5) < 2,
                steps);
    }

    /** Mostly such that something can be held; some that wrap or end soon, and some at the ends of 64 bits. */
    private static SequenceOptions range(SplittableRandom random) {
        SequenceOptions none = SequenceOptions.NONE;
        long sign = random.nextInt(4) > 0 ? 1 : -1;
        boolean cycle = random.nextBoolean();
        return switch (random.nextInt(12)) {
            case 0, 1, 2, 3 -> none.withIncrement(sign);
            case 4, 5 -> none.withIncrement(sign * (2 + random.nextInt(12)));
            case 6 -> {
                long few = 1L + random.nextInt(40);
                yield none.withIncrement(sign * (1 + random.nextInt(3)))
                        .withMin(1)
                        .withMax(1 + few)
                        .withCycle(cycle || few < 10);
            }
            case 7, 8 -> {
                long some = 20_000L + random.nextInt(60_000);
                SequenceOptions medium =
                        none.withIncrement(sign).withMin(-5).withMax(some).withCycle(cycle);
                long start = some / 3;
                yield random.nextBoolean() ? medium : medium.withStart(sign > 0 ? some - start : start);
            }
            case 9 -> {
                long near = random.nextInt(random.nextBoolean() ? 4000 : 40_000);
                yield atTheEnds(sign, cycle).withStart(sign > 0 ? Long.MAX_VALUE - near : Long.MIN_VALUE + near);
            }
            case 10 -> {
                long huge = Long.MAX_VALUE / (1 + random.nextInt(6)) - random.nextInt(3);
                yield atTheEnds(sign * huge, cycle || huge < Long.MAX_VALUE / 2);
            }
            default -> {
                long step = 1000L + random.nextInt(1_000_000);
                yield none.withIncrement(sign * step)
                        .withMin(-100)
                        .withMax(step * 40_000)
                        .withCycle(cycle);
            }
        };
    }

    private static SequenceOptions atTheEnds(long increment, boolean cycle) {
        return SequenceOptions.NONE
                .withIncrement(increment)
                .withMin(Long.MIN_VALUE)
                .withMax(Long.MAX_VALUE)
                .withCycle(cycle);
    }

    /** In some worlds few faults happen, in others many, and some of those often. */
    private static Map<Kind, Integer> weights(SplittableRandom random) {
        Map<Kind, Integer> weights = new EnumMap<>(Kind.class);
        int without = WITHOUT_PERCENT[random.nextInt(WITHOUT_PERCENT.length)];
        for (Kind kind : Kind.values()) {
            boolean rare = kind == Kind.LOSE_COMMITS || kind == Kind.READ_BADLY;
            boolean happens =
                    !kind.isFault() || random.nextInt(100) >= (rare ? Math.max(without, RARE_PERCENT) : without);
            int factor = kind.isFault() ? FACTORS[random.nextInt(FACTORS.length)] : 1;
            weights.put(kind, happens ? factor * kind.weight() : 0);
        }
        return weights;
    }

    /** Only one kind, or a few, or nearly all. */
    private static List<Integer> changes(SplittableRandom random) {
        int many = 1 + random.nextInt(random.nextInt(Changes.KINDS) + 1);
        return random.ints(many, 0, Changes.KINDS).boxed().toList();
    }

    /** How often something happens there, 0 for never. */
    int weight(Kind kind) {
        return weights.getOrDefault(kind, 0);
    }

    /** Everything that may happen, as often as it should. */
    Kind[] kinds() {
        int sum = 0;
        for (Kind kind : Kind.values()) {
            sum += weight(kind);
        }
        Kind[] kinds = new Kind[sum];
        int at = 0;
        for (Kind kind : Kind.values()) {
            Arrays.fill(kinds, at, at + weight(kind), kind);
            at += weight(kind);
        }
        return kinds;
    }

    /** Whether nodes notice that their database has lost something. */
    boolean notices() {
        return (seed & 1) == 0;
    }

    boolean losesCommits() {
        return weight(Kind.LOSE_COMMITS) > 0;
    }

    /** Whether a cache of 1 stays as it is, so that nobody can hold values from before. */
    boolean isUncachedForGood() {
        return weight(Kind.CHANGE) == 0;
    }

    @Override
    public String toString() {
        List<Kind> faults = Arrays.stream(Kind.values())
                .filter(kind -> kind.isFault() && weight(kind) > 0)
                .toList();
        return "seed " + seed + ", " + definition + ", reserve " + reserve + ", lease " + lease + ", clients hold "
                + clientMost + (split ? ", split" : "") + ", with " + faults;
    }
}
