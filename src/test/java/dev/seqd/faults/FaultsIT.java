package dev.seqd.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kinds of fault, in an order that chance decides, under traffic that never stops: nobody gets a number twice or out of order,
 * clients that hold numbers never wait, and everybody else waits no longer than a limit.
 *
 * <ul>
 *   <li>{@code -Dseqd.faults.seed=} repeats what an earlier run logged.
 *   <li>{@code -Dseqd.faults.kinds=} takes those of all kinds in whose name the regular expression is found.
 *   <li>{@code -Dseqd.long=true} takes every kind, not just a dozen.
 *   <li>{@code -Dseqd.faults.rounds=} takes more rounds of them.
 *   <li>{@code -Dseqd.faults.minutes=} goes on until then with any of them and with pairs.
 * </ul>
 */
class FaultsIT {
    private static final Logger LOG = LoggerFactory.getLogger(FaultsIT.class);
    private static final Duration WARM_UP = Duration.ofMinutes(2);
    private static final Duration RECOVERY = Duration.ofSeconds(10);

    /** How much longer it may take until a node that comes back has its counters again. */
    private static final Duration RETURN = Duration.ofSeconds(10);

    private static final long SEED = Long.getLong("seqd.faults.seed", System.nanoTime());
    private static final int ROUNDS = Integer.getInteger("seqd.faults.rounds", 1);
    private static final Duration LASTS = Duration.ofMinutes(Integer.getInteger("seqd.faults.minutes", 0));
    private static final String KINDS = System.getProperty("seqd.faults.kinds", "");
    private static final boolean ALL = Boolean.getBoolean("seqd.long") || !KINDS.isEmpty();

    @TempDir
    private static Path directory;

    private static Service service;
    private static Traffic traffic;

    @BeforeAll
    static void begin() throws Exception {
        service = new Service(directory);
        traffic = new Traffic(service);
        traffic.awaitWarm(WARM_UP);
        LOG.warn("order of faults: -Dseqd.faults.seed={}", SEED);
    }

    @AfterAll
    static void end() {
        if (traffic != null) {
            traffic.close();
        }
        if (service != null) {
            service.close();
        }
    }

    @TestFactory
    Stream<DynamicTest> faults_inAnyOrder_breakNoPromise() {
        long beganNanos = System.nanoTime();
        Kinds kinds = new Kinds(service, new Random(SEED));
        Predicate<String> wanted = Pattern.compile(KINDS).asPredicate();
        Stream<Fault> rounds =
                IntStream.range(0, ROUNDS).boxed().flatMap(round -> (ALL ? kinds.all() : kinds.some()).stream());
        Stream<Fault> more =
                Stream.generate(kinds::any).takeWhile(fault -> System.nanoTime() - beganNanos < LASTS.toNanos());
        return Stream.concat(
                Stream.concat(rounds, more)
                        .filter(fault -> wanted.test(fault.name()))
                        .map(fault -> DynamicTest.dynamicTest(fault.name(), () -> endure(fault))),
                Stream.of(DynamicTest.dynamicTest("what was handed out", FaultsIT::judge)));
    }

    private static void endure(Fault fault) throws Exception {
        traffic.awaitWarm(WARM_UP);
        long waits = traffic.waits();
        traffic.mark();
        long beganNanos = System.nanoTime();
        List<Duration> meanwhile = new ArrayList<>();
        fault.befall(() -> {
            meanwhile.addAll(traffic.longestPauses());
            LOG.warn("{}: over after {}, longest pauses {}", fault, since(beganNanos), meanwhile);
        });
        Duration healed = since(beganNanos);
        try {
            traffic.goOn(RECOVERY);
        } finally {
            report(fault, healed, traffic.waits() - waits);
        }
        if (traffic.isSurvivable()) {
            assertThat(traffic.waits()).as("calls of warm clients that waited").isEqualTo(waits);
        }
        assertThat(meanwhile).allSatisfy(pause -> assertThat(pause).isLessThan(fault.longestPause()));
        assertThat(traffic.longestPauses())
                .allSatisfy(pause ->
                        assertThat(pause).isLessThan(fault.longestPause().plus(RETURN)));
    }

    private static void report(Fault fault, Duration healed, long waits) {
        LOG.warn(
                "{}: healed after {}, longest pauses of cached, uncached, strict {} until all was well; {} failed calls,"
                        + " {} waits of warm clients",
                fault,
                healed,
                traffic.longestPauses(),
                traffic.failures(),
                waits);
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos).truncatedTo(ChronoUnit.MILLIS);
    }

    private static void judge() throws Exception {
        traffic.close();
        LOG.warn("{} numbers checked", traffic.count());

        assertThat(traffic.judge()).isEmpty();
    }
}
