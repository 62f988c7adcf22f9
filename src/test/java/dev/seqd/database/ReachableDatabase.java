package dev.seqd.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** An embedded database that takes connections from a network, too. */
public final class ReachableDatabase {
    private static final String LOOPBACK = "127.0.0.1";

    private ReachableDatabase() {}

    /**
     * Starts it in a directory, small enough for a disk of some hundred megabytes.
     *
     * @param address where it listens besides loopback
     * @param network from where connections are taken, such as {@code 10.0.0.0/24}
     */
    public static EmbeddedDatabase start(Path data, String address, String network) {
        try {
            Path rules = Files.writeString(
                    data.resolve("pg_hba.conf"),
                    "host all all " + LOOPBACK + "/32 scram-sha-256\nhost all all " + network + " scram-sha-256\n");
            return EmbeddedDatabase.start(
                    data,
                    Map.of(
                            "listen_addresses",
                            LOOPBACK + "," + address,
                            "hba_file",
                            rules.toAbsolutePath().toString(),
                            "max_wal_size",
                            "96MB"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
