package dev.seqd.allocator;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node of the cluster as this one sees it.
 *
 * @param id names this life of the node
 * @param address where its peers reach it
 * @param state its membership, such as {@code up}; {@code draining} once it has said that it is about to leave; {@code
 *     unreachable} if it does not answer its peers
 * @param roles its roles
 * @param oldest whether it is the oldest one, which decides where counters live
 * @param appVersion the version of seqd that it runs
 * @param httpEndpoint where it serves HTTP, null if it did not say so in time
 * @param shards how many shards of counters it holds
 */
public record ClusterMember(
        String id,
        String address,
        String state,
        List<String> roles,
        boolean oldest,
        String appVersion,
        @Nullable String httpEndpoint,
        int shards) {}
