package dev.seqd.database;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Objects;

/**
 * A real, durable PostgreSQL of our own under a data directory: the data is kept across restarts, every commit is on the
 * disk before it is acknowledged, and only this machine can connect, with a password.
 *
 * <p>It survives the kill of anything at any time. Invariants:
 * <ol>
 *   <li>One process at a time uses a data directory: the lock comes first and goes last.
 *   <li>Programs and data are complete if they exist under their own names; they are built under others.
 *   <li>A server starts only after no process of an earlier one is left.
 * </ol>
 *
 * <p>If this JVM is killed, the server runs on without it, and the next start takes the directory over. There is no
 * shutdown hook: who starts it closes it, after everything that uses it. Thread-safe.
 */
public final class EmbeddedDatabase implements AutoCloseable {
    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final String UNSAFE_IN_A_SHELL = "\"$`\\\n";

    private final Path directory;
    private final DataDirectoryLock lock;
    private final PostgresServer server;
    private final DatabaseSettings settings;

    @GuardedBy("this")
    private boolean closed;

    private EmbeddedDatabase(Path directory, DataDirectoryLock lock, PostgresServer server) throws IOException {
        this.directory = directory;
        this.lock = lock;
        this.server = server;
        String url = "jdbc:postgresql://" + ServerPort.HOST + ":" + server.port() + "/postgres";
        this.settings = DatabaseSettings.of(url, PostgresServer.USER, server.password());
    }

    /**
     * Starts the server in a directory, which is created if it does not exist. Blocks: about a second, three at the very
     * first start, and after a crash for as long as recovery takes, at most five minutes.
     *
     * @throws DatabaseException if the directory is in use or cannot be written, PostgreSQL cannot run on this machine
     *     or as this user, its data is of another version, or it does not come up; nothing is left running then
     */
    public static EmbeddedDatabase start(Path dataDirectory) {
        return start(dataDirectory, Map.of());
    }

    /** With other server settings, for tests. */
    static EmbeddedDatabase start(Path dataDirectory, Map<String, String> serverSettings) {
        try {
            Files.createDirectories(dataDirectory, OWNER_ONLY);
            Path directory = dataDirectory.toRealPath();
            if (directory.toString().chars().anyMatch(c -> UNSAFE_IN_A_SHELL.indexOf(c) >= 0)) {
                throw new DatabaseException("the path of data directory " + directory + " must not have any of \"$`\\");
            }
            return startLocked(directory, serverSettings);
        } catch (IOException e) {
            throw new DatabaseException("cannot use data directory " + dataDirectory + ": " + e, e);
        }
    }

    private static EmbeddedDatabase startLocked(Path directory, Map<String, String> serverSettings) throws IOException {
        DataDirectoryLock lock = DataDirectoryLock.acquire(directory);
        try {
            Files.createDirectories(directory.resolve("log"), OWNER_ONLY);
            Path binaries = PostgresBinaries.unpackInto(directory);
            PostgresPrograms programs = new PostgresPrograms(binaries, directory);
            PostgresServer server = new PostgresServer(directory, programs, serverSettings);
            EmbeddedDatabase database = startOrStop(directory, lock, server);
            PostgresBinaries.deleteAllBut(binaries);
            return database;
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static EmbeddedDatabase startOrStop(Path directory, DataDirectoryLock lock, PostgresServer server)
            throws IOException {
        try {
            server.start();
            return new EmbeddedDatabase(directory, lock, server);
        } catch (IOException | RuntimeException e) {
            try {
                stopThoughInterrupted(server);
            } catch (IOException | RuntimeException second) {
                e.addSuppressed(second);
            }
            throw e;
        }
    }

    /** The address, on 127.0.0.1: the same after a restart, unless somebody else has taken the port meanwhile. */
    public String jdbcUrl() {
        return settings.jdbcUrl();
    }

    /** The user, who owns everything in this server. */
    public String user() {
        return settings.user();
    }

    /** The user's password, made at random at the first start and kept in the data directory. */
    public String password() {
        return Objects.requireNonNull(settings.password());
    }

    /** Address, user and password with the default pool size and timeouts. */
    public DatabaseSettings settings() {
        return settings;
    }

    /**
     * Stops the server fast: connections are cut and their open transactions rolled back. Blocks until its last process
     * has ended, usually some tenths of a second; after half a minute they are killed, which loses nothing committed. A
     * second call does nothing. An interrupted thread does its work all the same, and stays interrupted.
     *
     * @throws DatabaseException if processes are left, or a file cannot be written; the directory is free all the same
     */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try (lock) {
            stopThoughInterrupted(server);
        } catch (IOException e) {
            throw new DatabaseException("cannot stop PostgreSQL in " + directory + ": " + e, e);
        }
    }

    private static void stopThoughInterrupted(PostgresServer server) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            server.stop();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
