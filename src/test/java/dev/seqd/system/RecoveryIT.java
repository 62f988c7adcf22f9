package dev.seqd.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.typesafe.config.ConfigFactory;
import dev.seqd.database.EmbeddedDatabase;
import dev.seqd.http.HttpNode;
import dev.seqd.system.Crowd.Call;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The database is killed while a node has thousands of counters in memory, and all are wanted when it is back. */
class RecoveryIT {
    private static final int CALLERS = 1_000;

    /** Each number needs the journal. */
    private static final String UNCACHED = "{\"cache\":1}";

    private static final Duration SERVED = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    private final Crowd crowd = new Crowd(CALLERS);
    private EmbeddedDatabase database;

    @BeforeEach
    void start() {
        database = EmbeddedDatabase.start(data());
    }

    @AfterEach
    void end() {
        database.close();
    }

    @Test
    void outage_thousandsOfWarmCounters_allServeSoonAfterIt() throws Exception {
        outage(2_000, Duration.ofSeconds(3));
    }

    @Test
    @Tag("long")
    void outage_minuteAndTenThousandWarmCounters_allServeSoonAfterIt() throws Exception {
        outage(10_000, Duration.ofMinutes(1));
    }

    private void outage(int count, Duration duration) throws Exception {
        String port = "seqd.http.port = " + Ports.free(1);
        try (HttpNode node = HttpNode.start(ConfigFactory.parseString(port), database.settings())) {
            crowd.demand("creation", SERVED, Call.createEach(node.endpoint(), "c", count, UNCACHED));
            crowd.demand("warm-up", SERVED, Call.nextOfEach(node.endpoint(), "c", count));

            kill(
                    duration,
                    () -> assertThat(crowd.ask("meanwhile", Call.nextOfEach(node.endpoint(), "c", CALLERS)))
                            .allSatisfy(answer -> assertThat(answer.isForLater())
                                    .as(answer.toString())
                                    .isTrue()));

            crowd.demand("when it is back", SERVED, Call.nextOfEach(node.endpoint(), "c", count));
        }
    }

    private Path data() {
        return directory.resolve("data");
    }

    /** The database is away for a time, and something happens meanwhile. */
    private void kill(Duration duration, Runnable meanwhile) throws IOException {
        EmbeddedServer.killAll(data());
        long killedNanos = System.nanoTime();
        meanwhile.run();
        await().atMost(duration.plus(SERVED)).until(() -> System.nanoTime() - killedNanos > duration.toNanos());
        database.close();
        database = EmbeddedDatabase.start(data());
    }
}
