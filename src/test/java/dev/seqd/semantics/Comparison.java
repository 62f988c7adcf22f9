package dev.seqd.semantics;

import java.util.List;
import java.util.function.IntFunction;

/**
 * Holds what seqd does against what PostgreSQL did.
 *
 * @param history what was done
 * @param postgres what each operation came to
 */
record Comparison(History history, List<Step> postgres) {
    /** Runs the history; compares each outcome, and with the last one what the sequence is, but for its cursor. */
    void run(IntFunction<SequenceUnderTest> sequenceForOperation) {
        int last = postgres.size() - 1;
        for (int i = 0; i <= last; i++) {
            SequenceUnderTest sequence = sequenceForOperation.apply(i);
            Outcome outcome = history.operations().get(i).on(sequence);
            Standing standing = postgres.get(i).standing();
            Standing compared = i < last || standing == null ? null : standing.withoutCursor();
            Step expected = new Step(postgres.get(i).outcome(), compared);
            same(i, expected, new Step(outcome, i < last ? null : sequence.standing()));
        }
    }

    /** Compares one operation with all that both sides say of it. */
    void same(int index, Step seqd) {
        same(index, postgres.get(index), seqd);
    }

    private void same(int index, Step ofPostgres, Step seqd) {
        Step expected = new Step(expected(ofPostgres.outcome()), ofPostgres.standing());
        if (!expected.equals(seqd)) {
            throw new AssertionError("operation " + (index + 1) + ", "
                    + history.operations().get(index).sql() + "\n PostgreSQL: " + expected + "\n seqd:       " + seqd);
        }
    }

    /**
     * What seqd says otherwise, on purpose: PostgreSQL calls an unknown name a sequence when it is to be dropped, and a
     * relation everywhere else.
     */
    private static Outcome expected(Outcome ofPostgres) {
        String text = ofPostgres.text();
        if ("42P01".equals(ofPostgres.sqlState()) && text != null) {
            return new Outcome(null, "42P01", text.replaceFirst("^sequence ", "relation "));
        }
        return ofPostgres;
    }
}
