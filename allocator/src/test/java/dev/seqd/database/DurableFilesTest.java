package dev.seqd.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableFilesTest {
    @TempDir
    private Path directory;

    @Test
    void write_existingFile_replacesItForItsOwnerOnly() throws IOException {
        Path file = Files.writeString(directory.resolve("password"), "old");

        DurableFiles.write(file, "new");

        assertThat(file).hasContent("new");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void deleteTree_linkToElsewhere_deletesTheLinkOnly() throws IOException {
        Path kept = Files.createDirectory(directory.resolve("kept"));
        Path file = Files.writeString(kept.resolve("file"), "x");
        Path tree = Files.createDirectories(directory.resolve("tree/below")).getParent();
        Files.createSymbolicLink(tree.resolve("link"), kept);

        DurableFiles.deleteTree(tree);
        DurableFiles.deleteTree(tree);

        assertThat(tree).doesNotExist();
        assertThat(file).exists();
    }
}
