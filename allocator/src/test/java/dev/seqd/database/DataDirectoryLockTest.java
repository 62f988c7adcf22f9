package dev.seqd.database;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryLockTest {
    @TempDir
    private Path directory;

    @Test
    void acquire_heldByThisProcess_isRefusedUntilClosed() throws IOException {
        long pid = ProcessHandle.current().pid();
        try (DataDirectoryLock held = DataDirectoryLock.acquire(directory)) {
            assertThatThrownBy(() -> DataDirectoryLock.acquire(directory))
                    .isInstanceOf(DatabaseException.class)
                    .hasMessage("data directory %s is in use by another seqd (pid %d)", directory, pid);
        }
        DataDirectoryLock.acquire(directory).close();
    }
}
