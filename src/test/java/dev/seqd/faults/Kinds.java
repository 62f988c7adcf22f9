package dev.seqd.faults;

import dev.seqd.system.ServeNodes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** The kinds of fault there are, with victims that chance decides. */
final class Kinds {
    private final Service service;
    private final Random random;

    Kinds(Service service, Random random) {
        this.service = service;
        this.random = random;
    }

    /** One of each kind for a short run. */
    List<Fault> some() {
        ServeNodes processes = service.processes();
        return shuffled(Stream.of(
                NodeFaults.killed(service, node()),
                NodeFaults.oldestKilled(service),
                NodeFaults.zombie(service, node()),
                NodeFaults.terminated(service, node()),
                NetworkFaults.cutFromPeers(service, node()),
                NetworkFaults.mute(service, node()),
                NetworkFaults.lossBetweenNodes(service),
                NetworkFaults.lossFromDatabase(service),
                NetworkFaults.answersLost(service, chance()),
                DatabaseFaults.killed(processes),
                DatabaseFaults.frozen(processes),
                DatabaseFaults.connectionsCut(processes),
                DatabaseFaults.diskFull(processes, service.disk())));
    }

    /** One of every kind. */
    List<Fault> all() {
        ServeNodes processes = service.processes();
        return shuffled(Stream.concat(
                some().stream(),
                Stream.of(
                        NodeFaults.othersKilled(service, node()),
                        NodeFaults.paused(service, node()),
                        NetworkFaults.cutFromAll(service, node()),
                        NetworkFaults.deaf(service, node()),
                        NetworkFaults.resets(service),
                        NetworkFaults.commitsLost(service, chance()),
                        NetworkFaults.slowDatabase(service, chance(), Duration.ofMillis(25), Duration.ofMillis(125)),
                        NetworkFaults.slowDatabase(service, chance(), Duration.ofMillis(500), Duration.ofMillis(500)),
                        DatabaseFaults.restarted(processes),
                        DatabaseFaults.journalLocked(processes),
                        DatabaseFaults.slotsTaken(processes))));
    }

    /** Any kind, or, as often, one that befalls nodes together with one that befalls the database. */
    Fault any() {
        List<Fault> all = all();
        if (random.nextBoolean()) {
            return all.get(0);
        }
        return first(all, Fault.Whom.NODES).and(first(all, Fault.Whom.DATABASE));
    }

    private static Fault first(List<Fault> all, Fault.Whom whom) {
        return all.stream().filter(fault -> fault.whom() == whom).findFirst().orElseThrow();
    }

    private List<Fault> shuffled(Stream<Fault> faults) {
        List<Fault> shuffled = new ArrayList<>(faults.toList());
        Collections.shuffle(shuffled, random);
        return shuffled;
    }

    private int node() {
        return random.nextInt(Service.NODES);
    }

    private Random chance() {
        return new Random(random.nextLong());
    }
}
