package dev.seqd.system;

import dev.seqd.database.EmbeddedDatabase;
import java.nio.file.Path;
import java.util.List;

/** Where the processes of a service run, and how they reach each other. */
public interface Place {
    /** All of them on this machine's loopback. */
    Place LOOPBACK = new Place() {};

    /** What a node's command line begins with. */
    default List<String> prefix(int node) {
        return List.of();
    }

    /** Where a node listens, and where this JVM reaches it. */
    default String host(int node) {
        return "127.0.0.1";
    }

    /** Where callers who ask it are told to reach a node that listens at a port. */
    default String door(int node, int port) {
        return "http://" + host(node) + ":" + port;
    }

    /** Where nodes reach the database. */
    default String databaseHost() {
        return "127.0.0.1";
    }

    /** Starts the database, which this JVM reaches by loopback. */
    default EmbeddedDatabase startDatabase(Path data) {
        return EmbeddedDatabase.start(data);
    }
}
