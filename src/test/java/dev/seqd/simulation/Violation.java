package dev.seqd.simulation;

/** Something that must never happen did. */
public final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Rule rule;

    /** {@code what} tells it in one line. */
    public Violation(Rule rule, String what) {
        super(rule + ": " + what, null, false, false);
        this.rule = rule;
    }

    Rule rule() {
        return rule;
    }
}
