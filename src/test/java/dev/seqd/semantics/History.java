package dev.seqd.semantics;

import dev.seqd.core.SequenceOptions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * What happens to a sequence from its creation on.
 *
 * @param operations in their order
 */
record History(List<Operation> operations) {
    private static final int LAST_VALUES = 3;

    /** Follows the recipes on a model, so that each knows what the sequence is when its turn comes. */
    static History of(List<Recipe> recipes) {
        List<Operation> operations = new ArrayList<>();
        ModelSequence guide = new ModelSequence();
        for (Recipe recipe : recipes) {
            List<Operation> more = recipe.operations(guide.state());
            operations.addAll(more);
            more.forEach(operation -> follow(guide, operation));
        }
        return new History(List.copyOf(operations));
    }

    /** A guide that fails has found something, but it is for the test to say so. */
    private static void follow(ModelSequence guide, Operation operation) {
        try {
            operation.on(guide);
        } catch (RuntimeException e) {
            // It stands where it stood.
        }
    }

    /** With some more values at the end, which tell where the sequence stands. */
    History withLastValues() {
        List<Operation> more = new ArrayList<>(operations);
        more.addAll(Collections.nCopies(LAST_VALUES, new Operation.Next()));
        return new History(List.copyOf(more));
    }

    /** With other options in each creation and alteration. */
    History with(UnaryOperator<SequenceOptions> change) {
        return new History(
                operations.stream().map(operation -> operation.with(change)).toList());
    }

    /** As a person can paste it into psql. */
    @Override
    public String toString() {
        return operations.stream()
                .map(operation -> "\n  " + operation.sql() + ";")
                .collect(Collectors.joining("", "", "\n"));
    }
}
