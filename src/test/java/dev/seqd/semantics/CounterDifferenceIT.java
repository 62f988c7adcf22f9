package dev.seqd.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import dev.seqd.allocator.Allocator;
import dev.seqd.allocator.CounterStop;
import dev.seqd.core.SequenceName;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** A Counter with its journal against PostgreSQL: it ends now and then and recovers, and leases are called back. */
class CounterDifferenceIT {
    private static final Leases LEASES = new Leases();

    /** On a busy machine nobody is to give up. */
    private static final String CONFIG = """
            seqd.counter { max-wait = 30s, recall-timeout = 30s }
            """;

    private static final Opened OPENED = new Opened();

    private static Oracle oracle;
    private static Allocator allocator;
    private static int names;
    private static int stopped;

    @BeforeContainer
    static void start() throws IOException, SQLException {
        oracle = OPENED.add(Oracle.start());
        allocator = OPENED.add(Allocator.start(ConfigFactory.parseString(CONFIG), oracle.newDatabase("counters")));
        allocator.holdLeases(LEASES::giveBack);
        allocator.join("http://127.0.0.1:1");
    }

    @AfterContainer
    static void end() throws Exception {
        OPENED.close();
        if (names > 0) {
            assertThat(stopped).as("Counters that ended within a history").isPositive();
        }
    }

    /** Nothing is leased when it ends: after it has recovered, it goes on where it was. */
    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
    void counter_anyHistoryWithStops_asPostgres(
            @ForAll("histories") History history, @ForAll @Size(max = 6) Set<@IntRange(max = 40) Integer> stops) {
        SequenceName name = newName();
        SequenceUnderTest counter = new CounterSequence(allocator, LEASES, name, 1);

        new Comparison(history, oracle.sequence().run(history)).run(index -> {
            if (stops.contains(index) && CounterStop.passivate(allocator, name)) {
                stopped++;
            }
            return counter;
        });
    }

    @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
    void counter_anyHistoryWithLeases_asPostgres(
            @ForAll("histories") History history, @ForAll @LongRange(min = 2, max = 8) long atOnce) {
        SequenceUnderTest counter = new CounterSequence(allocator, LEASES, newName(), atOnce);

        new Comparison(history, oracle.sequence().run(history)).run(index -> counter);
    }

    private static SequenceName newName() {
        return new SequenceName("s" + ++names);
    }

    @Provide
    Arbitrary<History> histories() {
        return Histories.histories().map(History::withLastValues);
    }
}
