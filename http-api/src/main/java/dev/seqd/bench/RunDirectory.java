package dev.seqd.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary directory of one run, where the clients find their plans and leave histories, results and logs. */
final class RunDirectory {
    private final Path path;

    private RunDirectory(Path path) {
        this.path = path;
    }

    static RunDirectory create() {
        try {
            return new RunDirectory(Files.createTempDirectory("seqd-bench-"));
        } catch (IOException e) {
            throw new BenchException("cannot make a temporary directory: " + e.getMessage(), e);
        }
    }

    Path path() {
        return path;
    }

    /** Deletes it with all that is in it, as far as that is possible. */
    void delete() {
        try (Stream<Path> found = Files.walk(path)) {
            List<Path> deepestFirst = found.sorted(Comparator.reverseOrder()).toList();
            for (Path entry : deepestFirst) {
                Files.deleteIfExists(entry);
            }
        } catch (IOException e) {
            System.err.println("seqd bench: " + path + " is left behind: " + e.getMessage());
        }
    }
}
