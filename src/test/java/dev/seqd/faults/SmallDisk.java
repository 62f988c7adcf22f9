package dev.seqd.faults;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A disk in memory, mounted on a directory, that can be made full. It is named after this JVM, and those of JVMs that are
 * gone are taken away when one is made.
 */
final class SmallDisk implements AutoCloseable {
    private static final String NAME = "seqd-faults-";
    private static final String SIZE = "size=2g";
    private static final long PAGE = 4096;

    /** What it still takes when it is full. */
    private static final long ROOM = 16 * PAGE;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Path directory;

    /** Mounts it on a directory that does not exist yet. */
    SmallDisk(Path directory) {
        removeLeftOver();
        this.directory = directory;
        try {
            Files.createDirectory(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String name = NAME + ProcessHandle.current().pid();
        Tool.run("mount", "-t", "tmpfs", "-o", SIZE + ",mode=700", name, directory.toString());
    }

    private static void removeLeftOver() {
        try {
            for (String mount : Files.readAllLines(Path.of("/proc/mounts"))) {
                List<String> parts = List.of(mount.split(" ", -1));
                if (isLeftOver(parts.get(0))) {
                    killAll(parts.get(1));
                    Tool.run("umount", "--lazy", parts.get(1));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isLeftOver(String name) {
        return name.startsWith(NAME)
                && ProcessHandle.of(Long.parseLong(name.substring(NAME.length())))
                        .isEmpty();
    }

    /** All processes that work in a directory. */
    private static void killAll(String directory) {
        ProcessHandle.allProcesses()
                .filter(process -> workplace(process).startsWith(directory + "/"))
                .forEach(ProcessHandle::destroyForcibly);
    }

    private static String workplace(ProcessHandle process) {
        try {
            return Files.readSymbolicLink(Path.of("/proc", Long.toString(process.pid()), "cwd"))
                    .toString();
        } catch (IOException e) {
            return ""; // it has ended
        }
    }

    /** From now on it takes hardly more than it holds. */
    void fill() {
        await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(AssertionError.class)
                .until(this::shrunk);
    }

    /** Fails if more was written meanwhile. */
    private boolean shrunk() throws IOException {
        FileStore store = Files.getFileStore(directory);
        long used = store.getTotalSpace() - store.getUnallocatedSpace();
        resize("size=" + (used + ROOM));
        return true;
    }

    /** It takes as much as in the beginning. */
    void free() {
        resize(SIZE);
    }

    private void resize(String size) {
        Tool.run("mount", "-o", "remount," + size, directory.toString());
    }

    /** Takes it away with all that it holds. */
    @Override
    public void close() {
        Tool.run("umount", "--lazy", directory.toString());
    }
}
