package dev.seqd.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The first process of an embedded server. */
public final class Postmaster {
    private Postmaster() {}

    /** Its process id, as the file in a data directory names it. */
    public static long pid(Path dataDirectory) {
        try {
            Path file = dataDirectory.resolve("pgdata").resolve("postmaster.pid");
            return Long.parseLong(Files.readAllLines(file).get(0).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
