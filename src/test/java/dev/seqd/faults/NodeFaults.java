package dev.seqd.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.system.SeqdProcess;
import java.time.Duration;

/** What befalls a node. */
final class NodeFaults {
    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final Duration LONG = Duration.ofSeconds(8);

    /** Longer than the cluster waits before it puts a silent node out. */
    private static final Duration PUT_OUT = Duration.ofSeconds(20);

    private static final Duration END = Duration.ofSeconds(40);

    /** A stand-in serves within seconds; but a call under way to a node that stands still waits for its own ten. */
    private static final Duration FAILOVER = Duration.ofSeconds(12);

    private static final Duration HAND_OVER = Duration.ofSeconds(9);
    private static final int KILLED = 128 + 9;

    private NodeFaults() {}

    static Fault killed(Service service, int node) {
        return new Fault(
                "node " + node + " killed",
                LONG,
                FAILOVER,
                () -> service.node(node).kill(),
                () -> service.node(node).awaitExit(END) == KILLED,
                () -> service.processes().startAgain(node));
    }

    static Fault terminated(Service service, int node) {
        return new Fault(
                "node " + node + " ended in good order",
                LONG,
                HAND_OVER,
                () -> service.node(node).interrupt(),
                () -> service.node(node).awaitExit(END) == 0,
                () -> service.processes().startAgain(node));
    }

    static Fault paused(Service service, int node) {
        return new Fault(
                "node " + node + " paused",
                SHORT,
                FAILOVER,
                () -> service.freeze(node),
                () -> Service.isStopped(service.node(node).pid()),
                () -> service.thaw(node));
    }

    /** Paused for so long that the others put it out: it wakes, must hand out nothing that is not its own, and ends. */
    static Fault zombie(Service service, int node) {
        return new Fault(
                "node " + node + " paused until it was put out",
                PUT_OUT,
                FAILOVER,
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
