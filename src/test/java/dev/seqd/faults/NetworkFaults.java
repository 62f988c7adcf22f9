package dev.seqd.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What befalls the network. */
final class NetworkFaults {
    /** About as long as the cluster waits before it puts a silent node out. */
    private static final Duration CUT = Duration.ofSeconds(12);

    private static final Duration LOSS = Duration.ofSeconds(6);
    private static final int SOME = 5;

    private NetworkFaults() {}

    /** It can still write, and so can those who stand in for it: the journal decides between them. */
    static Fault cutFromPeers(Service service, int node) {
        Network network = service.network();
        double[] conflicts = {0};
        return cut(
                service,
                "node " + node + " cut off from its peers",
                () -> {
                    conflicts[0] = conflicts(service);
                    network.peers(node).forEach(peer -> network.cut(node, peer));
                },
                () -> network.hits() > 0 && service.views().isMissed(node) && conflicts(service) > conflicts[0]);
    }

    private static double conflicts(Service service) {
        return service.views().metric("seqd_fence_rejections_total");
    }

    /** Only callers reach it. */
    static Fault cutFromAll(Service service, int node) {
        Network network = service.network();
        return cut(
                service,
                "node " + node + " cut off from its peers and PostgreSQL",
                () -> Stream.concat(network.peers(node).stream(), Stream.of(network.databaseHost()))
                        .forEach(address -> network.cut(node, address)),
                () -> network.hits() > 0 && service.views().isMissed(node));
    }

    static Fault mute(Service service, int node) {
        Network network = service.network();
        return cut(
                service,
                "node " + node + " heard by no peer",
                () -> network.peers(node).forEach(peer -> network.silence(node, peer)),
                () -> service.views().isMissed(node));
    }

    static Fault deaf(Service service, int node) {
        Network network = service.network();
        return cut(
                service,
                "node " + node + " hears no peer",
                () -> IntStream.range(0, Service.NODES)
                        .filter(peer -> peer != node)
                        .forEach(peer -> network.silence(peer, network.host(node))),
                () -> service.views().isMissed(node));
    }

    /** Links of a node are broken until the others put it out. */
    private static Fault cut(Service service, String name, Fault.Step inflict, Callable<Boolean> happened) {
        return new Fault(name, Fault.Whom.NODES, CUT, Fault.FAILOVER, inflict, happened, () -> mend(service));
    }

    static Fault lossBetweenNodes(Service service) {
        return loss(
                service,
                "packets between nodes lost",
                node -> service.network()
                        .peers(node)
                        .forEach(peer -> service.network().lose(node, peer)));
    }

    static Fault lossFromDatabase(Service service) {
        return loss(
                service,
                "packets of the database lost",
                node -> service.network().lose(node, service.network().databaseHost()));
    }

    private static Fault loss(Service service, String name, IntConsumer loses) {
        return new Fault(
                name,
                Fault.Whom.NODES,
                LOSS,
                Fault.FAILOVER,
                () -> IntStream.range(0, Service.NODES).forEach(loses),
                () -> service.network().hits() > SOME,
                () -> mend(service));
    }

    private static void mend(Service service) {
        service.network().clear();
        service.views().restoreAll();
    }

    /** Nobody gets through to any node. */
    static Fault resets(Service service) {
        return new Fault(
                "connections reset",
                Fault.Whom.CALLERS,
                Fault.LONG,
                Fault.LONG.plus(Fault.AFTER),
                () -> IntStream.range(0, Service.NODES)
                        .forEach(node -> service.network()
                                .reset(node, service.processes().httpPort(node))),
                () -> service.network().hits() > SOME,
                () -> service.network().clear());
    }

    /** Nodes have given out what callers never get, or get when they have given up. */
    static Fault answersLost(Service service, RandomGenerator random) {
        Mishap lost = Mishap.lost(random, 0.2);
        Mishap late = Mishap.late(random, 0.1, Duration.ofSeconds(1), Duration.ofSeconds(5));
        return new Fault(
                "answers lost and late",
                Fault.Whom.NODES,
                CUT,
                Fault.FAILOVER,
                () -> service.answers(lost.or(late)),
                () -> lost.count() > SOME && late.count() > SOME,
                () -> service.answers(Proxy.UNTOUCHED));
    }

    /** The database has committed, and the node cannot know. */
    static Fault commitsLost(Service service, RandomGenerator random) {
        double[] before = {0};
        Mishap lost = Mishap.commitsLost(random, 0.05);
        Fault diverted = diverted(service, "commits not confirmed", lost);
        return new Fault(
                diverted.name(),
                diverted.whom(),
                diverted.lasts(),
                diverted.longestPause(),
                () -> {
                    before[0] = unknown(service);
                    diverted.inflict().run();
                },
                () -> lost.count() > 0 && unknown(service) > before[0],
                diverted.heal());
    }

    private static double unknown(Service service) {
        return service.views().metric("seqd_raises_unknown_total");
    }

    static Fault slowDatabase(Service service, RandomGenerator random, Duration least, Duration most) {
        return diverted(
                service,
                "database " + least.toMillis() + " to " + most.toMillis() + " ms late",
                Mishap.late(random, 1, least, most));
    }

    /** Something befalls what the database answers to nodes. */
    private static Fault diverted(Service service, String name, Mishap mishap) {
        List<Proxy> between = new ArrayList<>();
        return new Fault(
                name,
                Fault.Whom.DATABASE,
                Fault.LONG,
                Fault.LONG.plus(Fault.AFTER),
                () -> {
                    int port = service.processes().databasePort();
                    Proxy proxy = new Proxy(service.network().callers(), "127.0.0.1", port);
                    between.add(proxy);
                    proxy.answers(mishap);
                    IntStream.range(0, Service.NODES)
                            .forEach(node -> service.network().divert(node, port));
                    DatabaseFaults.cutConnections(service.processes());
                },
                () -> mishap.count() > SOME,
                () -> {
                    between.forEach(Proxy::close); // first: who is still diverted has to learn that it is over
                    service.network().clear();
                });
    }
}
