package dev.seqd.allocator;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The {@code seqd.cluster} section.
 *
 * @param seedNodes addresses to join; empty to find them through the database
 * @param joinTimeout how long joining may take
 * @param heartbeatInterval how often a member says that it lives
 * @param staleAfter the silence after which a member that does not answer either counts as dead
 * @param probeTimeout how long a member may take to answer
 * @param leaveDelay how long a node that ends goes on after it has said so, from zero to an hour
 */
record ClusterSettings(
        List<String> seedNodes,
        Duration joinTimeout,
        Duration heartbeatInterval,
        Duration staleAfter,
        Duration probeTimeout,
        Duration leaveDelay) {
    private static final Duration LONGEST_LEAVE = Duration.ofHours(1);
    private static final Pattern SEED_NODE = Pattern.compile("pekko://seqd@[^@/]+:\\d{1,5}");

    static ClusterSettings of(Config root) {
        Duration heartbeatInterval = Settings.positive(root, "seqd.cluster.heartbeat-interval");
        Duration staleAfter = Settings.positive(root, "seqd.cluster.stale-after");
        if (staleAfter.compareTo(heartbeatInterval) <= 0) {
            throw Settings.bad(root, "seqd.cluster.stale-after", "must be more than the heartbeat-interval");
        }
        return new ClusterSettings(
                seedNodes(root),
                Settings.positive(root, "seqd.cluster.join-timeout"),
                heartbeatInterval,
                staleAfter,
                Settings.positive(root, "seqd.cluster.probe-timeout"),
                Settings.between(root, "seqd.cluster.leave-delay", Duration.ZERO, LONGEST_LEAVE));
    }

    private static List<String> seedNodes(Config root) {
        String path = "seqd.cluster.seed-nodes";
        List<String> addresses = root.getStringList(path);
        for (String address : addresses) {
            if (!SEED_NODE.matcher(address).matches()) {
                throw Settings.bad(root, path, "must look like pekko://seqd@10.0.0.1:7355, not " + address);
            }
        }
        return addresses;
    }
}
