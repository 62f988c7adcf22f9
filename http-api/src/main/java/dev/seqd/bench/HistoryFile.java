package dev.seqd.bench;

import dev.seqd.core.Block;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where one thread of one client process writes its runs: a file {@code history-CLIENT-THREAD} of records of rank (int),
 * first, increment and count (long), in the order of the calls. The file is made at the first run, so that idle threads
 * leave none. Confined to its thread; whoever made it closes it.
 */
final class HistoryFile implements AutoCloseable {
    private static final String PREFIX = "history-";
    private static final int BUFFER_BYTES = 1 << 16;

    private final Path file;
    private Optional<DataOutputStream> out = Optional.empty();

    HistoryFile(Path directory, int client, int thread) {
        this.file = directory.resolve(PREFIX + client + "-" + thread);
    }

    /**
     * Writes one run.
     *
     * @throws UncheckedIOException if the file cannot be written
     */
    void append(int rank, Block values) {
        try {
            DataOutputStream data = opened();
            data.writeInt(rank);
            data.writeLong(values.first());
            data.writeLong(values.increment());
            data.writeLong(values.count());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    private DataOutputStream opened() throws IOException {
        if (out.isEmpty()) {
            out = Optional.of(
                    new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES)));
        }
        return out.get();
    }

    @Override
    public void close() {
        try {
            if (out.isPresent()) {
                out.get().close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    /**
     * Everything that the clients wrote in the directory; the runs of one thread are in their order.
     *
     * @throws BenchException if a file cannot be read or ends within a record
     */
    static List<Run> readAll(Path directory) {
        List<Run> runs = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, PREFIX + "*")) {
            for (Path file : files) {
                read(file, runs);
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new BenchException("cannot read the clients' histories: " + e.getMessage(), e);
        }
        return runs;
    }

    private static void read(Path file, List<Run> runs) throws IOException {
        String[] name = file.getFileName().toString().split("-", -1);
        int client = Integer.parseInt(name[1]);
        int thread = Integer.parseInt(name[2]);
        try (DataInputStream in =
                new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES))) {
            while (hasMore(in)) {
                int rank = in.readInt();
                runs.add(new Run(client, thread, rank, new Block(in.readLong(), in.readLong(), in.readLong(), 1, 1)));
            }
        } catch (EOFException e) {
            throw new IOException(file.getFileName() + " ends within a record", e);
        }
    }

    private static boolean hasMore(DataInputStream in) throws IOException {
        in.mark(1);
        boolean more = in.read() >= 0;
        in.reset();
        return more;
    }
}
