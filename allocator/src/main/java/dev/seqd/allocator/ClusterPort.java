package dev.seqd.allocator;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Takes a free port for this node's peers. It lies below 32768, where Linux's ephemeral ports begin: the ports above are
 * taken now and then by somebody's outgoing connection between a node's end and its next start.
 */
final class ClusterPort {
    private static final int LOWEST = 20_000;
    private static final int HIGHEST = 32_000;
    private static final int ATTEMPTS = 100;

    private ClusterPort() {}

    /**
     * The wanted port, or any for 0, if it was free just now.
     *
     * @throws ClusterFormationException if it is in use, or the host is not of this machine
     */
    static int take(String host, int wanted) {
        if (wanted == 0) {
            return free(host);
        }
        if (!isFree(host, wanted)) {
            throw new ClusterFormationException("cannot listen on " + host + ":" + wanted
                    + "; is the port in use, or seqd.cluster.host no address of this machine?");
        }
        return wanted;
    }

    /**
     * A port that was free just now.
     *
     * @throws ClusterFormationException if none of a hundred is, or the host is not of this machine
     */
    static int free(String host) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST + 1);
            if (isFree(host, port)) {
                return port;
            }
        }
        throw new ClusterFormationException(
                "cannot listen on any port of " + host + "; is seqd.cluster.host an address of this machine?");
    }

    /** Whether nobody listens there, and the host is of this machine. */
    static boolean isFree(String host, int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(host, port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
