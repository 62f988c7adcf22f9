package dev.seqd.system;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Free ports of this machine, below the ephemeral ones. */
public final class Ports {
    private static final int LOWEST = 10_000;
    private static final int HIGHEST = 19_900;

    private Ports() {}

    /** The first of some free ports in a row. */
    public static int free(int inARow) {
        while (true) {
            int first = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
            boolean all = true;
            for (int port = first; port < first + inARow; port++) {
                all &= isFree(port);
            }
            if (all) {
                return first;
            }
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
