package dev.seqd.database;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps a data directory to one process. The operating system drops the lock when the process ends, however it ends, so
 * the file stays behind and is never deleted.
 *
 * <p>Closing any channel on a locked file drops the process's lock on it. So a second attempt within this JVM is refused
 * by {@link #HELD}, before the file is touched.
 */
final class DataDirectoryLock implements AutoCloseable {
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final FileChannel channel;

    private DataDirectoryLock(Path directory, FileChannel channel) {
        this.directory = directory;
        this.channel = channel;
    }

    /**
     * Takes the lock, without waiting.
     *
     * @param directory an existing directory, as its real path
     * @throws DatabaseException if another process, or this one, holds it
     */
    static DataDirectoryLock acquire(Path directory) throws IOException {
        if (!HELD.add(directory)) {
            throw inUse(directory, Long.toString(ProcessHandle.current().pid()));
        }
        try {
            return new DataDirectoryLock(directory, lockedChannel(directory));
        } catch (IOException | RuntimeException e) {
            HELD.remove(directory);
            throw e;
        }
    }

    private static FileChannel lockedChannel(Path directory) throws IOException {
        Path file = directory.resolve("seqd.lock");
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw inUse(directory, Files.readString(file).strip());
            }
            channel.truncate(0);
            String pid = ProcessHandle.current().pid() + "\n";
            channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.UTF_8)));
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static DatabaseException inUse(Path directory, String pid) {
        String owner = pid.isEmpty() ? "unknown" : pid;
        return new DatabaseException("data directory " + directory + " is in use by another seqd (pid " + owner + ")");
    }

    /** Gives the directory free. */
    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            HELD.remove(directory);
        }
    }
}
