package dev.seqd.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The embedded PostgreSQL under a data directory, as processes. */
final class EmbeddedServer {
    private EmbeddedServer() {}

    /** The postmaster and all that it has started. */
    static List<ProcessHandle> processes(Path data) throws IOException {
        long postmaster =
                Long.parseLong(Files.readAllLines(data.resolve("pgdata").resolve("postmaster.pid"))
                        .get(0)
                        .strip());
        return ProcessHandle.of(postmaster).stream()
                .flatMap(server -> Stream.concat(Stream.of(server), server.descendants()))
                .toList();
    }

    /** Stops it for good, as after a test that killed whoever would have. */
    static void killAll(Path data) throws IOException {
        if (Files.exists(data.resolve("pgdata").resolve("postmaster.pid"))) {
            processes(data).forEach(ProcessHandle::destroyForcibly);
        }
    }
}
