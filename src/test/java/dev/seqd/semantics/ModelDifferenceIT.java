package dev.seqd.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.core.SequenceState;
import java.io.IOException;
import java.sql.SQLException;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** The pure model against PostgreSQL, after every single operation. */
class ModelDifferenceIT {
    private static Oracle oracle;

    @BeforeContainer
    static void start() throws IOException, SQLException {
        oracle = Oracle.start();
    }

    @AfterContainer
    static void end() throws IOException, SQLException {
        oracle.close();
    }

    @Property(tries = 20_000, edgeCases = EdgeCasesMode.NONE)
    @AddLifecycleHook(RunSettings.class)
    void model_anyHistory_asPostgres(
            @ForAll("histories") History history, @ForAll @LongRange(min = 1, max = 20) long ahead) {
        Comparison comparison = new Comparison(history, oracle.sequence().run(history));
        ModelSequence model = new ModelSequence();
        ModelAudit audit = new ModelAudit(ahead);

        for (int i = 0; i < history.operations().size(); i++) {
            comparison.same(i, step(history.operations().get(i), model, audit));
        }
        assertThat(model.replayed()).isEqualTo(model.state());
    }

    private static Step step(Operation operation, ModelSequence model, ModelAudit audit) {
        SequenceState before = model.state();
        Outcome outcome = operation.on(model);
        if (operation instanceof Operation.Next && !outcome.refused()) {
            audit.taken(before, model.state());
        } else {
            audit.changed();
        }
        return new Step(outcome, model.standing());
    }

    @Provide
    Arbitrary<History> histories() {
        return Histories.histories();
    }
}
