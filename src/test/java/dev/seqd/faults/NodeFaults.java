package dev.seqd.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.system.SeqdProcess;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** What befalls a node. */
final class NodeFaults {
    private static final Duration SHORT = Duration.ofSeconds(2);

    /** Longer than the cluster waits before it puts a silent node out. */
    private static final Duration PUT_OUT = Duration.ofSeconds(20);

    private static final Duration END = Duration.ofSeconds(40);

    private static final Duration HAND_OVER = Duration.ofSeconds(9);
    private static final Duration RETURN_OF_ALL = Duration.ofSeconds(30);
    private static final int KILLED = 128 + 9;

    private NodeFaults() {}

    static Fault killed(Service service, int node) {
        return new Fault(
                "node " + node + " killed",
                Fault.Whom.NODES,
                Fault.LONG,
                Fault.FAILOVER,
                () -> service.node(node).kill(),
                () -> service.node(node).awaitExit(END) == KILLED,
                () -> service.processes().startAgain(node));
    }

    /** The one that decides where counters live; it is over when another one does. */
    static Fault oldestKilled(Service service) {
        int[] oldest = {-1};
        return new Fault(
                "oldest node killed",
                Fault.Whom.NODES,
                Fault.LONG,
                Fault.FAILOVER,
                () -> {
                    oldest[0] = service.views().oldest();
                    service.node(oldest[0]).kill();
                },
                () -> service.node(oldest[0]).awaitExit(END) == KILLED
                        && service.views().oldest() >= 0
                        && service.views().oldest() != oldest[0],
                service.views()::restoreAll);
    }

    /** The one that is left has no majority, and nobody serves until the others are back. */
    static Fault othersKilled(Service service, int survivor) {
        List<Integer> others = IntStream.range(0, Service.NODES)
                .filter(node -> node != survivor)
                .boxed()
                .toList();
        return new Fault(
                "all nodes but " + survivor + " killed",
                Fault.Whom.NODES,
                Fault.LONG,
                Fault.LONG.plus(RETURN_OF_ALL),
                () -> others.forEach(node -> service.node(node).kill()),
                () -> others.stream().allMatch(node -> service.node(node).awaitExit(END) == KILLED),
                service.views()::restoreAll);
    }

    static Fault terminated(Service service, int node) {
        return new Fault(
                "node " + node + " ended in good order",
                Fault.Whom.NODES,
                Fault.LONG,
                HAND_OVER,
                () -> service.node(node).interrupt(),
                () -> service.node(node).awaitExit(END) == 0,
                () -> service.processes().startAgain(node));
    }

    static Fault paused(Service service, int node) {
        return new Fault(
                "node " + node + " paused",
                Fault.Whom.NODES,
                SHORT,
                Fault.FAILOVER,
                () -> service.freeze(node),
                () -> Service.isStopped(service.node(node).pid()),
                () -> service.thaw(node));
    }

    /** Paused for so long that the others put it out: it wakes, must hand out nothing that is not its own, and ends. */
    static Fault zombie(Service service, int node) {
        return new Fault(
                "node " + node + " paused until it was put out",
                Fault.Whom.NODES,
                PUT_OUT,
                Fault.FAILOVER,
                () -> service.freeze(node),
                () -> Service.isStopped(service.node(node).pid()),
                () -> {
                    SeqdProcess zombie = service.node(node);
                    service.thaw(node);
                    assertThat(zombie.awaitExit(END)).as(zombie.output()).isEqualTo(1);
                    service.processes().startAgain(node);
                });
    }
}
