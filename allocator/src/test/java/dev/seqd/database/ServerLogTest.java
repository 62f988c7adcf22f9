package dev.seqd.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerLogTest {
    @TempDir
    private Path directory;

    @Test
    void lastFatalLine_oldAndNewLines_takesTheLastNewOne() throws IOException {
        Path file = Files.writeString(directory.resolve("postgres-Mon.log"), "12:00 FATAL:  old\n");
        ServerLog log = new ServerLog(directory);
        Files.writeString(
                file, "12:01 [7] FATAL:  first\n12:01 [7] PANIC:  second\n12:02 LOG:  x\n", StandardOpenOption.APPEND);

        assertThat(log.lastFatalLine()).hasValue("PANIC:  second");
    }

    @Test
    void lastFatalLine_onlyOldOnes_isEmpty() throws IOException {
        Files.writeString(directory.resolve("postgres-Mon.log"), "12:00 FATAL:  old\n");

        assertThat(new ServerLog(directory).lastFatalLine()).isEmpty();
    }

    @Test
    void lastFatalLine_fileBegunAnew_isReadFromItsStart() throws IOException {
        Path file = Files.writeString(directory.resolve("postgres-Mon.log"), "long line of last week ".repeat(9));
        ServerLog log = new ServerLog(directory);
        Files.writeString(file, "FATAL:  new\n");

        assertThat(log.lastFatalLine()).hasValue("FATAL:  new");
    }
}
