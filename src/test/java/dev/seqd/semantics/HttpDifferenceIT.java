package dev.seqd.semantics;

import com.typesafe.config.ConfigFactory;
import dev.seqd.core.SequenceOrder;
import dev.seqd.database.DatabaseSettings;
import dev.seqd.http.HttpNode;
import java.io.IOException;
import java.sql.SQLException;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** HTTP against PostgreSQL, on two nodes in this JVM. */
class HttpDifferenceIT {
    /** On a busy machine nobody is to give up, nor to be given up. */
    private static final String CONFIG = """
            seqd.http { port = 0, max-wait = 15s }
            seqd.counter { max-wait = 15s, recall-timeout = 15s }
            pekko.cluster.failure-detector.acceptable-heartbeat-pause = 60s
            pekko.cluster.jmx.multi-mbeans-in-same-jvm = on
            """;

    private static final Opened OPENED = new Opened();

    private static Oracle oracle;
    private static HttpNode first;
    private static HttpNode second;
    private static int names;

    @BeforeContainer
    static void start() throws IOException, SQLException {
        oracle = OPENED.add(Oracle.start());
        DatabaseSettings settings = oracle.newDatabase("nodes");
        first = OPENED.add(HttpNode.start(ConfigFactory.parseString(CONFIG), settings));
        second = OPENED.add(HttpNode.start(ConfigFactory.parseString(CONFIG), settings));
    }

    @AfterContainer
    static void end() throws Exception {
        OPENED.close();
    }

    @Property(tries = 40, edgeCases = EdgeCasesMode.NONE)
    void http_anyHistoryOnOneNode_asPostgres(@ForAll("histories") History history) {
        SequenceUnderTest sequence = new HttpSequence(first.endpoint(), "s" + ++names);

        new Comparison(history, oracle.sequence().run(history)).run(index -> sequence);
    }

    /** Nothing is held anywhere: the nodes agree call by call. */
    @Property(tries = 40, edgeCases = EdgeCasesMode.NONE)
    void http_strictHistoryOnAlternatingNodes_asPostgres(@ForAll("strictHistories") History history) {
        String name = "s" + ++names;
        SequenceUnderTest here = new HttpSequence(first.endpoint(), name);
        SequenceUnderTest there = new HttpSequence(second.endpoint(), name);

        new Comparison(history, oracle.sequence().run(history)).run(index -> index % 2 == 0 ? here : there);
    }

    @Provide
    Arbitrary<History> histories() {
        return Histories.histories().map(History::withLastValues);
    }

    @Provide
    Arbitrary<History> strictHistories() {
        return histories().map(history -> history.with(options -> options.withOrder(SequenceOrder.STRICT)));
    }
}
