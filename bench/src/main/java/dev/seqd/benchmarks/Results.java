package dev.seqd.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The folder with what the parts found, a file for each.
 *
 * @param directory need not exist
 */
record Results(Path directory) {
    static final String HOT_PATH = "hotpath";
    static final String STALLS = "stalls";
    static final String CALLERS = "callers";
    static final String SERVICE = "service";

    void write(String part, Result result) {
        try {
            Json.write(file(part), result);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * What a part found, if it was measured.
     *
     * @throws UncheckedIOException if its file is of another version
     */
    <T extends Result> Optional<T> read(String part, Class<T> type) {
        try {
            return Files.exists(file(part)) ? Optional.of(Json.read(file(part), type)) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path file(String part) {
        return directory.resolve(part + ".json");
    }
}
