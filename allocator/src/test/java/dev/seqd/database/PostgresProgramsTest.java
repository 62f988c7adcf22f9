package dev.seqd.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.seqd.database.PostgresPrograms.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresProgramsTest {
    @TempDir
    private Path directory;

    @BeforeEach
    void logDirectory() throws IOException {
        Files.createDirectory(directory.resolve("log"));
    }

    @Test
    void majorVersion_unshareRefused_saysWhatToDo() {
        PostgresPrograms programs = new PostgresPrograms(
                directory, directory, List.of("sh", "-c", "echo 'unshare failed: Operation not permitted'; exit 1"));

        assertThatThrownBy(programs::majorVersion)
                .isInstanceOf(DatabaseException.class)
                .hasMessageContainingAll("Operation not permitted", "run as another user or give a JDBC URL");
    }

    @Test
    void majorVersion_noUnshare_saysWhatToDo() {
        PostgresPrograms programs = new PostgresPrograms(directory, directory, List.of("no-such-program"));

        assertThatThrownBy(programs::majorVersion)
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("run as another user or give a JDBC URL");
    }

    @Test
    void reason_severalLines_isTheLastComplaint() {
        Result result = new Result(1, "fixing\ninitdb: error: no space\ninitdb: removing the directory\n\n");

        assertThat(result.reason()).isEqualTo("initdb: error: no space");
        assertThat(result.lastLine()).isEqualTo("initdb: removing the directory");
    }

    @Test
    void reason_noComplaint_isTheLastLineOrEmpty() {
        assertThat(new Result(1, "one\ntwo\n").reason()).isEqualTo("two");
        assertThat(new Result(1, "").reason()).isEmpty();
    }
}
