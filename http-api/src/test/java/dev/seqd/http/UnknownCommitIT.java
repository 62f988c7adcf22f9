package dev.seqd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.seqd.database.DatabaseSettings;
import dev.seqd.database.EmbeddedDatabase;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database that commits, and now and then does not get to say so. */
class UnknownCommitIT {
    private static final Duration RUN = Duration.ofSeconds(60);
    private static final Duration BACK = Duration.ofSeconds(10);
    private static final int ONE_IN = 20;
    private static final int ENOUGH = 10;
    private static final int SEQUENCES = 4;

    /** Small stores, so that nearly each request needs a raise. */
    private static final String DEFINITION = "{\"sizing\":{\"reserveMax\":2,\"nodeMax\":1,\"clientMax\":1}}";

    @TempDir
    private Path data;

    private final AtomicInteger commits = new AtomicInteger();
    private final AtomicInteger dropped = new AtomicInteger();
    private volatile boolean dropping;

    private boolean drops() {
        boolean drop = dropping && commits.incrementAndGet() % ONE_IN == 0;
        dropped.addAndGet(drop ? 1 : 0);
        return drop;
    }

    @Test
    void retry_oneCommitInTwentyUnconfirmed_noNumberComesTwiceAndAllCountersGoOn() throws IOException {
        EmbeddedDatabase database = EmbeddedDatabase.start(data);
        int port = URI.create(database.jdbcUrl().substring("jdbc:".length())).getPort();
        try (TcpProxy proxy = new TcpProxy(port, bytes -> {}, () -> new CommitDropper(this::drops));
                LiveNode node = LiveNode.start(database, through(proxy, database, port))) {
            for (int i = 0; i < SEQUENCES; i++) {
                assertThat(node.call("PUT", "/v1/sequences/s" + i, DEFINITION).status())
                        .isEqualTo(201);
            }
            dropping = true;
            List<Caller> callers = IntStream.range(0, SEQUENCES)
                    .mapToObj(i -> new Caller(node, "/v1/sequences/s" + i + "/next"))
                    .toList();
            await().atMost(RUN).until(() -> dropped.get() >= ENOUGH);
            dropping = false;
            int[] then = callers.stream().mapToInt(Caller::count).toArray();
            await().atMost(BACK)
                    .until(() -> IntStream.range(0, SEQUENCES)
                            .allMatch(i -> callers.get(i).count() > then[i] + 5));

            assertThat(callers)
                    .allSatisfy(caller -> assertThat(caller.stop()).isSorted().doesNotHaveDuplicates());
            assertThat(node.metric("seqd_raises_unknown_total")).isPositive();
        }
    }

    private static DatabaseSettings through(TcpProxy proxy, EmbeddedDatabase database, int port) {
        String url = database.jdbcUrl().replace(":" + port + "/", ":" + proxy.port() + "/");
        String plain = url + (url.contains("?") ? "&" : "?") + "sslmode=disable&gssEncMode=disable";
        return DatabaseSettings.of(plain, database.user(), database.password());
    }

    /** Takes numbers one after the other until it is stopped. */
    private static final class Caller {
        private final List<Long> values = new ArrayList<>();
        private final AtomicInteger count = new AtomicInteger();
        private final LiveNode node;
        private final String path;
        private final Thread thread;
        private volatile boolean stopped;

        private Caller(LiveNode node, String path) {
            this.node = node;
            this.path = path;
            this.thread = new Thread(this::run, "caller");
            thread.start();
        }

        private void run() {
            while (!stopped) {
                LiveNode.Answer answer = node.call("POST", path, "");
                if (answer.status() == 200) {
                    values.add(answer.json().path("value").asLong());
                    count.incrementAndGet();
                }
            }
        }

        private int count() {
            return count.get();
        }

        private List<Long> stop() {
            stopped = true;
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted", e);
            }
            return values;
        }
    }
}
