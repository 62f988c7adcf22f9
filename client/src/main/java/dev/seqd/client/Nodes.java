package dev.seqd.client;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that a client asks: those that the application named, and those that these told of. Each sequence keeps to one
 * node while it works, and every client spreads its sequences over all of them: a node's rank decides first, then a hash
 * of client, sequence and node, so that a node that comes or goes moves only its own share.
 *
 * <p>A node that failed is left alone for a while, twice as long after each failure, and is asked for values again once it
 * has answered a question that costs none. If all of them fail, the one left alone for the longest is tried.
 *
 * <p>A node that others told of is used only after it listed itself under the id that they gave: an address may mean
 * another machine here than there. Thread-safe; its lock is taken last and held for a few comparisons.
 */
final class Nodes {
    static final int MAX = 100;

    private final String clientName;
    private final DoubleSupplier random;

    @GuardedBy("this")
    private final Map<URI, Node> nodes = new LinkedHashMap<>();

    @GuardedBy("this")
    private boolean anyListed;

    @GuardedBy("this")
    private int turn;

    /** Begins with the nodes at {@code endpoints}; {@code random} gives numbers from 0 to below 1, for jitter. */
    Nodes(List<URI> endpoints, String clientName, DoubleSupplier random) {
        this.clientName = clientName;
        this.random = random;
        endpoints.forEach(endpoint -> nodes.put(endpoint, Node.given(endpoint)));
    }

    /**
     * The node to ask for values of a sequence now.
     *
     * @param avoided where the last refill of this sequence failed; only if no other node works
     */
    synchronized URI pick(String sequence, @Nullable URI avoided, long nowNanos) {
        boolean listed = anyListed;
        Comparator<Node> byRank = Comparator.comparingInt(node -> node.endpoint.equals(avoided)
                ? Math.max(node.rank(nowNanos, listed), Node.RANK_OF_FAILED)
                : node.rank(nowNanos, listed));
        ToLongFunction<Node> amongEquals =
                node -> node.isLeftAlone(nowNanos) ? node.untilNanos() - nowNanos : ~weight(node, sequence);
        return nodes.values().stream()
                .filter(Node::confirmed)
                .min(byRank.thenComparingLong(amongEquals))
                .map(node -> node.endpoint)
                .orElseThrow(() -> new IllegalStateException("there is always a node that was given"));
    }

    /** A number as if by lot, always the same for the same client, sequence and node. */
    private long weight(Node node, String sequence) {
        long seed = (clientName.hashCode() * 31L + sequence.hashCode()) * 0x9E3779B97F4A7C15L;
        return mixed(seed ^ mixed(node.endpoint.hashCode()));
    }

    /** Spreads every bit of {@code x} over all of them: the finisher of SplitMix64 (Steele, Lea, Flood, 2014). */
    private static long mixed(long x) {
        long y = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
        long z = (y ^ (y >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** Notes that a node gave values, or refused as all would; true if it had failed before. */
    synchronized boolean worked(URI endpoint) {
        Node node = nodes.get(endpoint);
        return node != null && node.worked();
    }

    /**
     * Notes that a node failed; true if it had worked before.
     *
     * @param adviceNanos for how long it wants to be left alone, 0 if it did not say
     */
    synchronized boolean failed(URI endpoint, long nowNanos, long adviceNanos) {
        Node node = nodes.get(endpoint);
        return node != null && node.failed(nowNanos, 0.5 + random.getAsDouble() / 2, adviceNanos);
    }

    /**
     * Notes that a node answered that it has nothing for a sequence now; true if it said so of several in a row, so that it
     * must be the node.
     */
    synchronized boolean hasNothing(URI endpoint, String sequence) {
        Node node = nodes.get(endpoint);
        return node != null && node.hasNothing(sequence);
    }

    /** Notes that a node did not answer a question that costs no values, which only tells something of a doubtful one. */
    synchronized void silent(URI endpoint, long nowNanos) {
        Node node = nodes.get(endpoint);
        if (node != null && node.isDoubtful(nowNanos)) {
            failed(endpoint, nowNanos, 0);
        }
    }

    /** A node of which it is open whether it works, or who it is; null if there is none. */
    synchronized @Nullable URI doubtful(long nowNanos) {
        return nodes.values().stream()
                .filter(node -> node.isDoubtful(nowNanos))
                .min((a, b) -> Long.signum(a.untilNanos() - b.untilNanos()))
                .map(node -> node.endpoint)
                .orElse(null);
    }

    /** Whether another node than this one works, as far as is known. */
    synchronized boolean othersWork(URI than) {
        return nodes.values().stream().anyMatch(node -> !node.endpoint.equals(than) && node.works());
    }

    /** How many nodes may be asked for values. */
    synchronized int usable() {
        return (int) nodes.values().stream().filter(Node::confirmed).count();
    }

    /** One of the nodes that work, each in its turn; null if there is none. */
    synchronized @Nullable URI working() {
        List<Node> working = nodes.values().stream().filter(Node::works).toList();
        return working.isEmpty() ? null : working.get(Math.floorMod(turn++, working.size())).endpoint;
    }

    /**
     * Notes what a node said of the cluster. One that is not who others said it was is not believed.
     *
     * @param adopt whether its list should take the place of the one before
     * @return whether it was believed
     */
    synchronized boolean heard(URI teller, List<Member> members, boolean adopt) {
        Node node = nodes.get(teller);
        Map<URI, Member> listed = members.stream()
                .limit(MAX)
                .collect(Collectors.toMap(Member::endpoint, Function.identity(), (a, b) -> b, LinkedHashMap::new));
        Member self = listed.get(teller);
        if (node == null || !(node.given || (self != null && node.confirm(self.id())))) {
            return false;
        }
        node.answered();
        if (adopt && !listed.isEmpty()) {
            adopt(listed);
        }
        return true;
    }

    @GuardedBy("this")
    private void adopt(Map<URI, Member> listed) {
        anyListed = true;
        listed.keySet().forEach(endpoint -> nodes.computeIfAbsent(endpoint, Node::heardOf));
        nodes.values().forEach(node -> {
            Member member = listed.get(node.endpoint);
            node.list(member == null ? null : member.id());
        });
        nodes.values().removeIf(Node::isGone);
    }

    /** Where all of them are, in no order. */
    synchronized List<URI> endpoints() {
        return new ArrayList<>(nodes.keySet());
    }
}
