package dev.seqd.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every kind of fault once, in an order that chance decides, under traffic that never stops: nobody gets a number twice or
 * out of order, clients that hold numbers never wait, and everybody else waits no longer than a limit.
 * {@code -Dseqd.faults.seed=} repeats an order that an earlier run logged; {@code -Dseqd.faults.rounds=} takes more rounds.
 */
class FaultsIT {
    private static final Logger LOG = LoggerFactory.getLogger(FaultsIT.class);
    private static final Duration WARM_UP = Duration.ofMinutes(2);
    private static final Duration RECOVERY = Duration.ofSeconds(10);

    /** How much longer it may take until a node that comes back has its counters again. */
    private static final Duration RETURN = Duration.ofSeconds(10);

    private static final long SEED = Long.getLong("seqd.faults.seed", System.nanoTime());
    private static final int ROUNDS = Integer.getInteger("seqd.faults.rounds", 1);

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
        traffic.close();
        service.close();
    }

    @TestFactory
    Stream<DynamicTest> faults_inAnyOrder_breakNoPromise() {
        Random random = new Random(SEED);
        List<Fault> order = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            List<Fault> all = all(random);
            Collections.shuffle(all, random);
            order.addAll(all);
        }
        return Stream.concat(
                order.stream().map(fault -> DynamicTest.dynamicTest(fault.name(), () -> endure(fault))),
                Stream.of(DynamicTest.dynamicTest("what was handed out", FaultsIT::judge)));
    }

    private static List<Fault> all(Random random) {
        return new ArrayList<>(List.of(
                NodeFaults.killed(service, random.nextInt(Service.NODES)),
                NodeFaults.terminated(service, random.nextInt(Service.NODES)),
                NodeFaults.paused(service, random.nextInt(Service.NODES)),
                NodeFaults.zombie(service, random.nextInt(Service.NODES)),
                DatabaseFaults.killed(service.processes()),
                DatabaseFaults.restarted(service.processes()),
                DatabaseFaults.frozen(service.processes()),
                DatabaseFaults.connectionsCut(service.processes()),
                DatabaseFaults.journalLocked(service.processes()),
                DatabaseFaults.slotsTaken(service.processes())));
    }

    private static void endure(Fault fault) throws Exception {
        long waits = traffic.waits();
        traffic.mark();
        List<Duration> meanwhile = fault.befall(traffic::longestPauses);
        traffic.goOn(RECOVERY);
        List<Duration> inAll = traffic.longestPauses();
        LOG.warn(
                "{}: longest pauses of cached, uncached, strict {} while it lasted, {} until all was well; {} failed calls,"
                        + " {} waits of warm clients",
                fault,
                meanwhile,
                inAll,
                traffic.failures(),
                traffic.waits() - waits);
        assertThat(traffic.waits()).as("calls of warm clients that waited").isEqualTo(waits);
        assertThat(meanwhile).allSatisfy(pause -> assertThat(pause).isLessThan(fault.longestPause()));
        assertThat(inAll)
                .allSatisfy(pause ->
                        assertThat(pause).isLessThan(fault.longestPause().plus(RETURN)));
    }

    private static void judge() throws Exception {
        traffic.close();
        LOG.warn("{} numbers checked", traffic.count());

        assertThat(traffic.judge()).isEmpty();
    }
}
