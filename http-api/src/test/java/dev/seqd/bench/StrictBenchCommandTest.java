package dev.seqd.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@Timeout(60)
class StrictBenchCommandTest {
    private static final String[] SHORT = {"--callers", "8", "--warmup", "1ms", "--duration", "10ms"};
    private static final Duration PATIENCE = Duration.ofSeconds(50);
    /** More than there are callers, so that calls have ended by then. */
    private static final int ENOUGH = 20;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final AtomicLong counter = new AtomicLong();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();
    private final AtomicLong referenceValues = new AtomicLong();
    private List<LongSupplier> watched = List.of();
    private BlockServer one;
    private BlockServer two;

    @BeforeEach
    void start() throws IOException {
        one = new BlockServer(counter);
        two = new BlockServer(counter);
        watched = List.of(one.grants::get, two.grants::get);
    }

    @AfterEach
    void stop() {
        one.close();
        two.close();
    }

    @Test
    void call_oneCounterBehindBothNodes_passes() {
        assertThat(run()).as(err::toString).isZero();

        assertThat(one.creations)
                .hasSize(1)
                .first()
                .asString()
                .matches("/v1/sequences/bench_strict_[0-9a-f]{6} \\{\"order\":\"strict\"}");
        assertThat(two.creations).isEmpty();
        assertThat(one.grants.get()).isPositive();
        assertThat(two.grants.get()).isPositive();
        assertThat(out.toString())
                .contains("8 callers over 2 clients")
                .contains("values a second")
                .contains("latency p99.9")
                .contains("PASSED:")
                .doesNotContain("PostgreSQL");
        assertThat(out.toString().lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(TextTable.WIDTH));
    }

    @Test
    void call_nodesWithCountersOfTheirOwn_isExit6() throws IOException {
        try (BlockServer apart = new BlockServer(new AtomicLong())) {
            watched = List.of(one.grants::get, apart.grants::get);
            assertThat(run(with(one.endpoint() + "," + apart.endpoint()))).isEqualTo(6);
        }

        assertThat(out.toString()).contains("FAULT: value ").contains("FAILED: a promise was broken");
    }

    @Test
    void call_jdbcUrl_measuresBothAndTheRatio() {
        String[] arguments = with(one.endpoint(), "--jdbc-url", "jdbc:postgresql://db/seqd", "--jdbc-user", "u");
        watched = List.of(() -> one.grants.get() + referenceValues.get());

        assertThat(run(arguments)).as(err::toString).isZero();

        assertThat(connections.get()).isEqualTo(8);
        assertThat(closed.get()).isEqualTo(1);
        assertThat(out.toString())
                .contains("8 JDBC connections calling nextval")
                .containsPattern("seqd / PostgreSQL +\\d+\\.\\d\\d\n");
    }

    @Test
    void call_creationRefused_isExit1WithOneLineBeforeAnyLoad() {
        one.creationsGive(422);

        assertThat(run()).isEqualTo(1);

        assertThat(err.toString().lines().filter(line -> line.startsWith("seqd bench-strict: cannot create")))
                .hasSize(1);
        assertThat(one.grants.get()).isZero();
    }

    @Test
    void call_nothingThere_isExit1AndDropsTheReference() {
        String[] arguments = with("http://127.0.0.1:9", "--jdbc-url", "jdbc:postgresql://db/seqd");

        assertThat(run(arguments)).isEqualTo(1);

        assertThat(closed.get()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--callers 0",
                "--callers 1001",
                "--clients 0",
                "--callers 2 --clients 3",
                "--clients 1 --endpoint http://a,http://b",
                "--duration 0s",
                "--duration 20",
                "--warmup soon",
                "--endpoint localhost:8080",
                "--endpoint http://a,nonsense",
                "--jdbc-url jdbc:nonsense:x",
                "surplus"
            })
    void call_badUsage_isExit2(String arguments) {
        assertThat(run(arguments.split(" ", -1))).isEqualTo(2);
        assertThat(err.toString()).isNotBlank();
    }

    @Test
    void call_help_showsDefaultsExamplesAndExitCodes() {
        assertThat(run("--help")).isZero();

        assertThat(out.toString())
                .contains("(64)")
                .contains("(20s)")
                .contains("SEQD_JDBC_PASSWORD")
                .contains("Examples:")
                .contains("Exit codes:");
        assertThat(out.toString().lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
    }

    private int run() {
        return run(with(one.endpoint() + "," + two.endpoint()));
    }

    private static String[] with(String endpoints, String... more) {
        String[] arguments = new String[SHORT.length + more.length + 2];
        System.arraycopy(SHORT, 0, arguments, 0, SHORT.length);
        arguments[SHORT.length] = "--endpoint";
        arguments[SHORT.length + 1] = endpoints;
        System.arraycopy(more, 0, arguments, SHORT.length + 2, more.length);
        return arguments;
    }

    private int run(String... arguments) {
        return new CommandLine(new StrictBenchCommand((url, user, password) -> reference(url), this::pass))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    private ReferenceSequence reference(String url) {
        if (!url.startsWith("jdbc:postgresql:")) {
            throw new IllegalArgumentException("no such database");
        }
        return new ReferenceSequence() {
            @Override
            public LongSupplier connect() {
                connections.incrementAndGet();
                return this::next;
            }

            /** As fast as memory is, it would fill the logs. */
            private long next() {
                LockSupport.parkNanos(100_000);
                return referenceValues.incrementAndGet();
            }

            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
    }

    /** Lets time pass until calls have been answered by all that are watched. */
    private void pass(Duration time) {
        List<Long> enough =
                watched.stream().map(count -> count.getAsLong() + ENOUGH).toList();
        for (int i = 0; i < enough.size(); i++) {
            LongSupplier count = watched.get(i);
            long least = enough.get(i);
            await().atMost(PATIENCE).until(() -> count.getAsLong() >= least);
        }
    }
}
