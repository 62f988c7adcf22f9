package dev.seqd.simulation;

import dev.seqd.core.SequenceOrder;
import java.util.EnumSet;
import java.util.Set;

/**
 * What must be so that no value comes twice or out of order, with the rules that are broken where it is not. The sources
 * without it are in {@code mutants/simulation/<name>.patch}. What is kept by more than one lock is taken out of all of them. Where an
 * actor or the database keeps it, it is taken out of what stands for that here: {@code SimulatedJournal}, {@code FenceRow},
 * {@link World}.
 */
enum Clause {
    PERSIST_THEN_ANSWER("A value leaves a Counter only from a range whose raise was committed.", Rule.COVERED),
    RANGE_WHEN_WRITTEN("The journal computes the range from its recovered state when it writes.", Rule.FIRST_LOCK),
    UNKNOWN_IS_BURNT("A range whose outcome is unknown is burnt, even when recovery shows its mark.", Rule.COVERED),
    CHANGE_WHEN_WRITTEN(
            "A command is validated when it is handled, never when it is queued or stashed.", Rule.NO_CRASH),
    HEALING_WHEN_WRITTEN("A raise starts beyond what is known, computed at the write.", Rule.BEYOND_KNOWN),

    RELEASE_AFTER_THE_LAST("The Counter stops issuing before it sends a release.", Rule.RELEASED, Rule.COVERED),
    RELEASED_FOR_GOOD("It never issues again what it gave up, whatever the outcome.", Rule.RELEASED, Rule.COVERED),
    RELEASED_ONCE("A release is sent at most once.", Rule.RELEASED),
    RELEASED_IF_OWN_IS_LAST("A release is sent only if the last event is this child's own raise.", Rule.RELEASED),
    RELEASED_END_ONLY("A release covers only the unissued end of that raise's range.", Rule.RELEASED),
    RELEASED_NOT_BEHIND_HEALING("No release goes back behind what a raise has healed.", Rule.BEYOND_KNOWN),

    RETURNED_TO_WHO_GRANTED("Only the granting incarnation takes a return.", Rule.COVERED),
    RETURNED_ONCE("It takes a return once.", Rule.UNIQUE, Rule.SERVER_ORDER),
    RETURNED_IF_ADJACENT("It takes a return only if that is adjacent to its position.", Rule.SERVER_ORDER),
    RETURNED_IS_GIVEN_UP("Who returns has given the values up.", Rule.RELEASED, Rule.UNIQUE),

    FENCE_BY_NUMBER("The next event must be exactly head + 1.", Rule.FOLLOWS),
    FENCE_BY_RANGE("A raised range must begin beyond the head's mark.", Rule.DISJOINT),
    DROPPED_IN_A_NEWER_EPOCH("If the recovered epoch is newer, a Counter drops what it holds.", Rule.RECENT),
    RECOVERED_IS_EQUAL("Recovery must end exactly at the head.", Rule.RECOVERED),
    KNOWN_IS_NOT_RECOVERED("A mark merely recovered is not known.", Rule.NO_FALSE_ALARM),
    KNOWN_IN_A_NEWER_EPOCH("A newer epoch ends no knowledge: its beginning may be lost.", Rule.BEYOND_KNOWN),
    KNOWN_EPOCH_IS_PASSED(
            "A known epoch that is lost is passed by a new one beyond all that is known.", Rule.BEYOND_KNOWN),
    ALL_TELL_BEFORE_RECOVERY(
            "After lost commits every member tells what it knows before a counter serves.", Rule.BEYOND_KNOWN),
    REUSE_BEGINS_AN_EPOCH("What could hand out a value again begins a new epoch.", Rule.NO_CRASH),

    FLOOR_WHEN_GRANTED("A Counter checks a floor when it grants.", Rule.FLOOR),
    FLOOR_WHEN_INSTALLED_BY_A_NODE(
            "A node checks its floor when a block is installed.", Rule.SERVER_ORDER, Rule.NO_CRASH),
    FLOOR_WHEN_GIVEN_BY_A_NODE("A node checks a caller's floor when a block is given out.", Rule.FLOOR),
    FLOOR_OF_A_CLIENT(
            "A client checks its floor when a block is installed and when it is given out.", Rule.CLIENT_ORDER),

    STRICT_FOR_WHO_WAITED("A batch serves only callers who were waiting when its write was sent.", Rule.LINEAR),
    STRICT_SURPLUS_IS_BURNT("Surplus, and the numbers of callers who timed out, are burnt.", Rule.LINEAR),
    STRICT_AT_A_NODE("A node burns them as well.", Rule.LINEAR),
    STRICT_AT_A_CLIENT("A client burns them as well.", Rule.LINEAR),

    FAILURE_CLEARS_THE_MARK("A failure always clears the in-flight mark.", Rule.GOES_ON),
    BLOCK_ENDS_WHERE_IT_ENDS("A block ends with its last value.", Rule.HELD);

    private final String sentence;
    private final Rule rule;
    private final Rule other;

    Clause(String sentence, Rule rule) {
        this(sentence, rule, rule);
    }

    Clause(String sentence, Rule rule, Rule other) {
        this.sentence = sentence;
        this.rule = rule;
        this.other = other;
    }

    /** Whether a world is one of those in which it matters; in most it does not take long to find one. */
    boolean matters(Setup world) {
        boolean strict = world.definition().order() == SequenceOrder.STRICT;
        boolean quiet = world.weight(Kind.KILL_NODE) + world.weight(Kind.KILL_COUNTER) + world.weight(Kind.CHANGE) == 0;
        return switch (this) {
            case STRICT_FOR_WHO_WAITED -> strict && world.split() && quiet && world.weight(Kind.HOLD) > 0;
            case STRICT_SURPLUS_IS_BURNT, STRICT_AT_A_NODE, STRICT_AT_A_CLIENT -> strict;
            case RETURNED_ONCE -> world.weight(Kind.FORGET_LEASE) > 0 && world.weight(Kind.REPEAT) > 0;
            case RELEASED_NOT_BEHIND_HEALING ->
                world.losesCommits() && !world.notices() && world.weight(Kind.STOP_COUNTER) > 0;
            default -> true;
        };
    }

    /** The rules of which one is broken without it. */
    Set<Rule> rules() {
        return EnumSet.of(rule, other);
    }

    @Override
    public String toString() {
        return name() + ": " + sentence;
    }
}
