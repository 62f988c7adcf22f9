package dev.seqd.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.core.SequenceState;
import dev.seqd.core.SequenceType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import net.jqwik.api.Example;

/** That the histories get everywhere, on the model alone: what is never met proves nothing. */
class HistoriesTest {
    private static final int HISTORIES = 10_000;

    private static final Pattern NUMBER = Pattern.compile("-?\\d+");

    private final Set<String> met = new HashSet<>();

    @Example
    void histories_manyOfThem_everyOutcomeIsMet() {
        Histories.histories().sampleStream().limit(HISTORIES).forEach(this::meet);

        assertThat(met).contains("Create", "Next", "SetValue", "Alter", "Restart", "Drop");
        assertThat(met).contains("Create 42P07 relation \"s\" already exists");
        for (String operation : List.of("Next", "SetValue", "Alter", "Restart", "Drop")) {
            assertThat(met).contains(operation + " 42P01 relation \"s\" does not exist");
        }
        assertThat(met)
                .contains(
                        "Next 2200H nextval: reached maximum value of sequence \"s\" (n)",
                        "Next 2200H nextval: reached minimum value of sequence \"s\" (n)",
                        "SetValue 22003 setval: value n is out of bounds for sequence \"s\" (n..n)");
    }

    @Example
    void histories_manyOfThem_everyFaultOfADefinitionIsMet() {
        Histories.histories().sampleStream().limit(HISTORIES).forEach(this::meet);

        for (String operation : List.of("Create", "Alter")) {
            assertThat(met)
                    .contains(
                            operation + " 22023 INCREMENT must not be zero",
                            operation + " 22023 MAXVALUE (n) is out of range for sequence data type smallint",
                            operation + " 22023 MAXVALUE (n) is out of range for sequence data type integer",
                            operation + " 22023 MINVALUE (n) is out of range for sequence data type smallint",
                            operation + " 22023 MINVALUE (n) is out of range for sequence data type integer",
                            operation + " 22023 MINVALUE (n) must be less than MAXVALUE (n)",
                            operation + " 22023 START value (n) cannot be less than MINVALUE (n)",
                            operation + " 22023 START value (n) cannot be greater than MAXVALUE (n)",
                            operation + " 22023 CACHE (n) must be greater than zero");
        }
        for (String operation : List.of("Alter", "Restart")) {
            assertThat(met)
                    .contains(
                            operation + " 22023 RESTART value (n) cannot be less than MINVALUE (n)",
                            operation + " 22023 RESTART value (n) cannot be greater than MAXVALUE (n)");
        }
    }

    @Example
    void histories_manyOfThem_everyEndOfEveryTypeIsHandedOut() {
        Histories.histories().sampleStream().limit(HISTORIES).forEach(this::meet);

        for (SequenceType type : SequenceType.values()) {
            assertThat(met).contains(type + " lowest", type + " highest");
        }
        assertThat(met)
                .contains("a later lap", "a later epoch", "a lap of a later epoch", "created again within its epoch");
    }

    private void meet(History history) {
        ModelSequence model = new ModelSequence();
        for (Operation operation : history.operations()) {
            Outcome outcome = operation.on(model);
            String fault = outcome.refused()
                    ? " " + outcome.sqlState() + " "
                            + NUMBER.matcher(outcome.text()).replaceAll("n")
                    : "";
            met.add(operation.getClass().getSimpleName() + fault);
            SequenceState state = model.state();
            if (state != null && !outcome.refused()) {
                meet(operation, state);
            }
        }
    }

    private void meet(Operation operation, SequenceState state) {
        if (operation instanceof Operation.Next) {
            SequenceType type = state.definition().type();
            meet(type + " lowest", state.position() == type.lowest());
            meet(type + " highest", state.position() == type.highest());
            meet("a later lap", state.lap() > 1);
            meet("a later epoch", state.epoch() > 1);
            meet("a lap of a later epoch", state.lap() > 1 && state.epoch() > 1);
        }
        if (operation instanceof Operation.Create) {
            meet("created again within its epoch", state.version() > 1 && state.mark() != null);
        }
    }

    private void meet(String what, boolean isMet) {
        if (isMet) {
            met.add(what);
        }
    }
}
