package dev.seqd.database;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tukaani.xz.XZInputStream;

/**
 * PostgreSQL's programs, unpacked from the class path into a directory named after the archive's content. The directory
 * is made under another name, synced and renamed: if it exists, it is whole. The caller holds the data directory's lock.
 */
final class PostgresBinaries {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresBinaries.class);
    private static final String PREFIX = "postgres-bin-";
    private static final String TEMPORARY = "tmp-postgres-bin-";

    private PostgresBinaries() {}

    /**
     * Unpacks what is not there yet (about 60 MB, a second or two) and deletes what an interrupted attempt left.
     *
     * @return the directory that holds {@code bin}, {@code lib} and {@code share}
     * @throws DatabaseException if there is no PostgreSQL for this machine on the class path
     */
    static Path unpackInto(Path directory) throws IOException {
        byte[] archive = archive();
        Path target = directory.resolve(PREFIX + digest(archive));
        for (Path leftover : DurableFiles.startingWith(directory, TEMPORARY)) {
            DurableFiles.deleteTree(leftover);
        }
        if (!Files.isDirectory(target)) {
            Path temporary = Files.createTempDirectory(directory, TEMPORARY);
            unpack(archive, temporary);
            DurableFiles.syncTree(temporary);
            DurableFiles.rename(temporary, target);
        }
        return target;
    }

    /** Deletes the programs of earlier versions, as far as possible: they do no harm. */
    static void deleteAllBut(Path kept) {
        try {
            for (Path other : DurableFiles.startingWith(kept.resolveSibling(""), PREFIX)) {
                if (!other.equals(kept)) {
                    DurableFiles.deleteTree(other);
                }
            }
        } catch (IOException e) {
            LOG.warn("Cannot delete the programs of an earlier PostgreSQL", e);
        }
    }

    private static byte[] archive() throws IOException {
        String system = systemName();
        String hardware = System.getProperty("os.arch").replace("amd64", "x86_64");
        try (InputStream in = DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system, hardware)) {
            return in.readAllBytes();
        } catch (IllegalStateException e) {
            throw new DatabaseException(
                    "no embedded PostgreSQL for " + system + " on " + hardware + ": give a JDBC URL", e);
        }
    }

    private static String systemName() {
        String name = System.getProperty("os.name");
        return name.toLowerCase(Locale.ROOT).startsWith("mac") ? "Darwin" : name;
    }

    private static String digest(byte[] archive) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(archive);
            return HexFormat.of().formatHex(hash, 0, 6);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static void unpack(byte[] archive, Path target) throws IOException {
        try (TarArchiveInputStream tar =
                new TarArchiveInputStream(new XZInputStream(new ByteArrayInputStream(archive)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path path = target.resolve(entry.getName()).normalize();
                if (!path.startsWith(target)) {
                    throw new IOException("entry outside of the archive: " + entry.getName());
                }
                writeEntry(tar, entry, path);
            }
        }
    }

    private static void writeEntry(InputStream tar, TarArchiveEntry entry, Path path) throws IOException {
        if (entry.isDirectory()) {
            Files.createDirectories(path);
            return;
        }
        Files.createDirectories(path.getParent());
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
            return;
        }
        Files.copy(tar, path);
        boolean executable = (entry.getMode() & 0100) != 0;
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
    }
}
