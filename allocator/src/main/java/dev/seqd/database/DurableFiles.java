package dev.seqd.database;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** File operations that are whole or not at all, also across a loss of power. */
final class DurableFiles {
    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final int SYNC_THREADS = 16;

    private DurableFiles() {}

    /** Writes a small file, readable by its owner only, as a whole or not at all. One thread at a time for a file. */
    static void write(Path file, String content) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
        Files.deleteIfExists(temporary);
        Files.createFile(temporary, OWNER_ONLY);
        Files.writeString(temporary, content, StandardCharsets.UTF_8);
        sync(temporary);
        rename(temporary, file);
    }

    /** Renames in one step, replacing a file of that name. A directory is replaced only if it is empty. */
    static void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        sync(parentOf(to));
    }

    private static Path parentOf(Path path) {
        return Objects.requireNonNull(path.toAbsolutePath().getParent(), "the root directory has no parent");
    }

    /** Forces a file's content, or a directory's entries, to the disk. */
    static void sync(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /**
     * Forces a directory with all in it to the disk. Many at once share the file system's journal writes: a thousand files
     * take 0.2 s like this, and 3 s one by one.
     */
    static void syncTree(Path root) throws IOException {
        ExecutorService executor = Executors.newFixedThreadPool(SYNC_THREADS);
        try (Stream<Path> paths = Files.walk(root)) {
            List<Future<?>> syncs = new ArrayList<>();
            for (Path path : paths.filter(path -> !Files.isSymbolicLink(path)).toList()) {
                syncs.add(executor.submit(() -> {
                    sync(path);
                    return null;
                }));
            }
            for (Future<?> sync : syncs) {
                sync.get();
            }
        } catch (ExecutionException e) {
            throw new IOException("cannot write " + root + " to the disk", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while writing " + root);
        } finally {
            executor.shutdownNow();
        }
    }

    /** The entries of a directory whose names begin with {@code prefix}. */
    static List<Path> startingWith(Path directory, String prefix) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(entry -> entry.getFileName().toString().startsWith(prefix))
                    .toList();
        }
    }

    /** Deletes a file, or a directory with all in it; links are deleted, not followed. */
    static void deleteTree(Path root) throws IOException {
        if (!Files.exists(root)) {
            return;
        }
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
                    throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
