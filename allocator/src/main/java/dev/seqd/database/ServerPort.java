package dev.seqd.database;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.random.RandomGenerator;

/**
 * The server's port: chosen at random once, kept in a file, and chosen again only if somebody else has taken it. It is
 * below 32768, where Linux's ephemeral ports begin, so that no outgoing connection takes it.
 */
final class ServerPort {
    static final String HOST = "127.0.0.1";
    static final int LOWEST = 20_000;
    static final int HIGHEST = 32_000;
    private static final byte[] HOST_BYTES = {127, 0, 0, 1};
    private static final int ATTEMPTS = 100;

    private final Path file;
    private final RandomGenerator random;

    ServerPort(Path file, RandomGenerator random) {
        this.file = file;
        this.random = random;
    }

    /**
     * The kept port if it is free now, else a free one, which is kept from now on.
     *
     * @throws DatabaseException if none of a hundred ports is free
     */
    int choose() throws IOException {
        int kept = kept();
        if (kept != 0 && isFree(kept)) {
            return kept;
        }
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = random.nextInt(LOWEST, HIGHEST + 1);
            if (isFree(port)) {
                DurableFiles.write(file, port + "\n");
                return port;
            }
        }
        throw new DatabaseException(
                "found no free port on " + HOST + " between " + LOWEST + " and " + HIGHEST + " for PostgreSQL");
    }

    /** 0 if there is none, or the file holds something else. */
    private int kept() {
        try {
            int port = Integer.parseInt(Files.readString(file).strip());
            return port >= LOWEST && port <= HIGHEST ? port : 0;
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(HOST_BYTES), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
