package dev.seqd.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The processes of the PostgreSQL server in one directory, whoever started them. A server process works in its
 * server's directory, which {@code /proc} shows; that finds a postmaster whose pid file is lost, and children that
 * outlive a killed postmaster and would still write. A process that ended but was not reaped (a zombie) has no working
 * directory any more, and so does not count. Where there is no {@code /proc}, only the pid file is believed.
 */
final class ServerProcesses {
    private static final Logger LOG = LoggerFactory.getLogger(ServerProcesses.class);
    private static final Path PROC = Path.of("/proc");
    private static final Duration FAST_STOP_LIMIT = Duration.ofSeconds(30);
    private static final Duration CHILDREN_LIMIT = Duration.ofSeconds(3);
    private static final Duration KILL_LIMIT = Duration.ofSeconds(10);

    private final Path serverDirectory;
    private final Path pidFile;

    ServerProcesses(Path serverDirectory) {
        this.serverDirectory = serverDirectory;
        this.pidFile = serverDirectory.resolve("postmaster.pid");
    }

    /** The process that the pid file names, if it is a live PostgreSQL of this directory. */
    Optional<ProcessHandle> postmaster() {
        return pidInFile().flatMap(ProcessHandle::of).filter(this::isOurs);
    }

    /**
     * Stops them all: fast, and with SIGKILL if the postmaster takes more than half a minute, or its children more than
     * three seconds after it. Afterwards a server can be started: a pid file that is damaged, or names a process that is
     * not one of ours, is gone. One that names nobody stays, for PostgreSQL's own check of shared memory.
     *
     * @throws DatabaseException if some cannot be ended
     */
    void stopAll(PostgresPrograms programs) throws IOException {
        Optional<ProcessHandle> postmaster = postmaster();
        if (postmaster.isPresent()) {
            programs.requestFastStop(postmaster.get().pid());
            Waiting.until(() -> postmaster().isEmpty(), FAST_STOP_LIMIT);
        }
        if (!Waiting.until(() -> running().isEmpty(), CHILDREN_LIMIT)) {
            LOG.warn("PostgreSQL in {} does not stop, killing it", serverDirectory);
            kill();
        }
        if (!namesNobody()) {
            Files.deleteIfExists(pidFile);
        }
    }

    /** Whether the pid file names a process that does not exist. PostgreSQL copes with that one, but with no other. */
    private boolean namesNobody() {
        return pidInFile().filter(pid -> ProcessHandle.of(pid).isEmpty()).isPresent();
    }

    private void kill() {
        boolean ended = Waiting.until(
                () -> {
                    List<ProcessHandle> left = running();
                    left.forEach(ProcessHandle::destroyForcibly);
                    return left.isEmpty();
                },
                KILL_LIMIT);
        if (!ended) {
            List<Long> pids = running().stream().map(ProcessHandle::pid).toList();
            throw new DatabaseException("processes of an earlier PostgreSQL in " + serverDirectory
                    + " cannot be ended: end them, or restart the machine (pids " + pids + ")");
        }
    }

    private List<ProcessHandle> running() {
        if (!Files.isDirectory(PROC)) {
            return postmaster().stream().toList();
        }
        return ProcessHandle.allProcesses().filter(this::isOurs).toList();
    }

    private boolean isOurs(ProcessHandle process) {
        if (!Files.isDirectory(PROC)) {
            String program = process.info().command().orElse("");
            return process.isAlive() && program.startsWith(serverDirectory.resolveSibling("") + "/");
        }
        Path entry = PROC.resolve(Long.toString(process.pid()));
        try {
            Path program = Files.readSymbolicLink(entry.resolve("exe")).getFileName();
            return program != null
                    && program.toString().startsWith("postgres")
                    && Files.isSameFile(entry.resolve("cwd"), serverDirectory);
        } catch (IOException e) {
            return false; // it ended, or belongs to somebody else
        }
    }

    private Optional<Long> pidInFile() {
        try {
            return Files.readString(pidFile).lines().findFirst().map(Long::valueOf);
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }
}
