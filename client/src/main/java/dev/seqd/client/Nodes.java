package dev.seqd.client;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.DoubleSupplier;

/**
 * Which node to ask: the one that worked last, and while it fails the next one. A node that failed is left alone for a
 * while, twice as long after each failure; if all of them fail, the one left alone for the longest is tried.
 *
 * <p>Thread-safe; its lock is taken last and held for a few comparisons.
 */
final class Nodes {
    private static final long HOLD_OFF_NANOS = Duration.ofMillis(500).toNanos();
    private static final long MAX_HOLD_OFF_NANOS = Duration.ofSeconds(8).toNanos();
    private static final int MAX_DOUBLINGS = 10;

    private final List<Node> nodes;
    private final DoubleSupplier random;

    @GuardedBy("this")
    private int current;

    /** Begins at a node drawn by lot, so that clients spread. */
    Nodes(List<URI> endpoints, DoubleSupplier random) {
        this.nodes = endpoints.stream().map(Node::new).toList();
        this.random = random;
        this.current = (int) (random.getAsDouble() * nodes.size());
    }

    /** The node to ask now. */
    synchronized URI pick(long nowNanos) {
        int best = current;
        for (int i = 1; i < nodes.size(); i++) {
            int candidate = (current + i) % nodes.size();
            if (nodes.get(candidate).isBetterThan(nodes.get(best), nowNanos)) {
                best = candidate;
            }
        }
        current = best;
        return nodes.get(best).endpoint;
    }

    /** Notes that a node did what it should; true if it had failed before. */
    synchronized boolean worked(URI endpoint) {
        Node node = node(endpoint);
        boolean back = node.failures > 0;
        node.failures = 0;
        return back;
    }

    /** Notes that a node failed; true if it had worked before. Failures while it is left alone anyway count once. */
    synchronized boolean failed(URI endpoint, long nowNanos) {
        Node node = node(endpoint);
        if (node.leftAlone(nowNanos)) {
            return false;
        }
        node.failures++;
        long holdOff = HOLD_OFF_NANOS << Math.min(node.failures - 1, MAX_DOUBLINGS);
        double jitter = 0.5 + random.getAsDouble() / 2;
        node.untilNanos = nowNanos + (long) (Math.min(holdOff, MAX_HOLD_OFF_NANOS) * jitter);
        return node.failures == 1;
    }

    private Node node(URI endpoint) {
        for (Node node : nodes) {
            if (node.endpoint.equals(endpoint)) {
                return node;
            }
        }
        throw new IllegalArgumentException("no node at " + endpoint);
    }

    private static final class Node {
        private final URI endpoint;
        private int failures;
        private long untilNanos;

        private Node(URI endpoint) {
            this.endpoint = endpoint;
        }

        private boolean leftAlone(long nowNanos) {
            return failures > 0 && untilNanos - nowNanos > 0;
        }

        /** 0 works, 1 failed a while ago, 2 is left alone. */
        private int rank(long nowNanos) {
            if (failures == 0) {
                return 0;
            }
            return leftAlone(nowNanos) ? 2 : 1;
        }

        private boolean isBetterThan(Node other, long nowNanos) {
            int rank = rank(nowNanos);
            int otherRank = other.rank(nowNanos);
            boolean sooner = rank == 2 && untilNanos - other.untilNanos < 0;
            return rank < otherRank || (rank == otherRank && sooner);
        }
    }
}
