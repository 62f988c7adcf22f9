package dev.seqd.simulation;

import dev.seqd.core.SequenceChange;
import dev.seqd.core.SequenceDefinition;
import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceOptions.Setting;
import dev.seqd.core.SequenceOrder;
import dev.seqd.core.SequenceState;
import dev.seqd.core.Sizing;

/** What operators ask for, near where the sequence is. */
final class Changes {
    static final int KINDS = 9;

    private static final int NEAR = 7;
    private static final int MOST_AHEAD = 40;

    private Changes() {}

    /** One of a kind. Where nothing is there it is mostly created. */
    static SequenceChange of(SequenceState now, int kind, int how) {
        boolean allowReuse = how % 7 < 5;
        if (now.dropped() && how % 8 < 6) {
            return create(now, how / 8, allowReuse);
        }
        return switch (kind) {
            case 0 -> new SequenceChange.Restart(how % 5 == 0 ? null : valueNear(now, how), allowReuse);
            case 1 -> new SequenceChange.SetValue(valueNear(now, how), how % 3 != 0, allowReuse);
            case 2 -> new SequenceChange.Alter(SequenceOptions.NONE.withIncrement(increment(now, how)), allowReuse);
            case 3 -> new SequenceChange.Alter(bounds(now, how), allowReuse);
            case 4 -> new SequenceChange.Alter(holding(how), allowReuse);
            case 5 -> new SequenceChange.Alter(SequenceOptions.NONE.withCycle(how % 2 == 0), allowReuse);
            case 6 -> dropOrNothing(how);
            case 7 ->
                how % 2 == 0
                        ? new SequenceChange.AdvanceBy(how / 2 % MOST_AHEAD)
                        : new SequenceChange.AdvanceTo(valueNear(now, how / 2));
            default -> new SequenceChange.SetValue(nearBound(now, how), true, allowReuse);
        };
    }

    private static SequenceChange dropOrNothing(int how) {
        return how % 4 == 0
                ? new SequenceChange.Drop()
                : new SequenceChange.Alter(SequenceOptions.NONE.withSizing(Sizing.CONFIGURED), false);
    }

    private static SequenceChange create(SequenceState now, int how, boolean allowReuse) {
        SequenceDefinition was = now.definition();
        SequenceOptions options = SequenceOptions.NONE
                .withIncrement(how % 4 == 0 ? -was.increment() : was.increment())
                .withMin(was.min())
                .withMax(was.max())
                .withCycle(was.cycle())
                .withOrder(how % 5 == 0 ? SequenceOrder.STRICT : was.order());
        return new SequenceChange.Create(how % 3 == 0 ? options : options.withStart(valueNear(now, how)), allowReuse);
    }

    private static long increment(SequenceState now, int how) {
        long is = now.definition().increment();
        return switch (how % 8) {
            case 0 -> -is;
            case 1 -> Long.signum(is);
            case 2 -> is * 2;
            case 3 -> Math.max(1, Math.abs(is / 2));
            case 4 -> is > 0 ? Long.MAX_VALUE : Long.MIN_VALUE;
            default -> Long.signum(is) * (1L + how / 8 % 10);
        };
    }

    private static SequenceOptions bounds(SequenceState now, int how) {
        SequenceOptions none = SequenceOptions.NONE;
        return switch (how % 4) {
            case 0 -> none.withMax(valueNear(now, how / 4));
            case 1 -> none.withMin(valueNear(now, how / 4));
            case 2 -> none.withMax(Setting.DERIVED);
            default -> none.withMax(now.definition().max() + how % 1000);
        };
    }

    private static SequenceOptions holding(int how) {
        SequenceOptions none = SequenceOptions.NONE;
        return switch (how % 6) {
            case 0 -> none.withCache(new Setting(1L));
            case 1 -> none.withOrder(SequenceOrder.STRICT);
            case 2 -> none.withOrder(SequenceOrder.CACHED);
            case 3 -> none.withCache(new Setting(2L + how / 6 % 30));
            default -> none.withCache(Setting.DERIVED);
        };
    }

    /** Whether it turns the direction. */
    static boolean turns(SequenceState now, SequenceChange change) {
        Long increment = null;
        if (change instanceof SequenceChange.Alter alter) {
            increment = alter.options().increment();
        } else if (change instanceof SequenceChange.Create create) {
            increment = create.options().increment();
        }
        return increment != null
                && Long.signum(increment) != Long.signum(now.definition().increment());
    }

    /** Some steps from where the sequence stands, from its start or from a bound. */
    private static long valueNear(SequenceState now, int how) {
        SequenceDefinition definition = now.definition();
        long steps = how / 4 % (2L * NEAR + 1) - NEAR;
        long away = how % 3 == 0 ? steps : steps * definition.increment();
        return switch (how % 4) {
            case 0 -> definition.start() + away;
            case 1 -> nearBound(now, how / 4);
            default -> now.position() + away;
        };
    }

    private static long nearBound(SequenceState now, int how) {
        SequenceDefinition definition = now.definition();
        return definition.bound() - how % 5 * definition.increment();
    }
}
