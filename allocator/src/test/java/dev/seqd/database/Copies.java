package dev.seqd.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Copies of the data of a stopped server, as a backup or a lagging standby would have it. */
public final class Copies {
    private static final List<String> PARTS = List.of("pgdata", "password");

    private Copies() {}

    /** Replaces what a server's directory holds by what another one does, but for its port. */
    public static void replace(Path target, Path source) {
        try {
            for (String part : PARTS) {
                delete(target.resolve(part));
                copy(source.resolve(part), target.resolve(part));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path tree) throws IOException {
        if (!Files.exists(tree)) {
            return;
        }
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static void copy(Path source, Path target) throws IOException {
        Files.createDirectories(target.getParent());
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.toList()) {
                Path to = target.resolve(source.relativize(file).toString());
                Files.copy(file, to, java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }
}
