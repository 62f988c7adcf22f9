package dev.seqd.database;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What a PostgreSQL server writes into its log files from now on. */
final class ServerLog {
    private static final long TAIL_BYTES = 64 * 1024;

    private final Path directory;
    private final Map<Path, Long> sizesBefore = new HashMap<>();

    /** Remembers where the files named {@code postgres-*} end now. */
    ServerLog(Path directory) throws IOException {
        this.directory = directory;
        for (Path file : DurableFiles.startingWith(directory, "postgres-")) {
            sizesBefore.put(file, Files.size(file));
        }
    }

    /** Why the server could not go on, in its own words, if it has written so since. */
    Optional<String> lastFatalLine() throws IOException {
        Optional<String> last = Optional.empty();
        for (Path file : DurableFiles.startingWith(directory, "postgres-")) {
            last = newText(file)
                    .lines()
                    .filter(line -> line.contains("FATAL:") || line.contains("PANIC:"))
                    .reduce((earlier, later) -> later)
                    .map(line -> line.replaceFirst(".*(?=FATAL:|PANIC:)", ""))
                    .or(Optional.of(last)::get);
        }
        return last;
    }

    private String newText(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            long before = sizesBefore.getOrDefault(file, 0L);
            long start = Math.max(before <= channel.size() ? before : 0, channel.size() - TAIL_BYTES);
            ByteBuffer text = ByteBuffer.allocate((int) (channel.size() - start));
            channel.read(text, start);
            return new String(text.array(), StandardCharsets.ISO_8859_1);
        }
    }
}
