package dev.seqd.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerPortTest {
    @TempDir
    private Path directory;

    private Path file;
    private ServerPort port;

    @BeforeEach
    void portOfEmptyDirectory() {
        file = directory.resolve("port");
        port = new ServerPort(file, new Random());
    }

    @Test
    void choose_firstTime_isBelowEphemeralPortsAndKept() throws IOException {
        int chosen = port.choose();

        assertThat(chosen).isBetween(20_000, 32_000);
        assertThat(Files.readString(file)).isEqualTo(chosen + "\n");
        assertThat(port.choose()).isEqualTo(chosen);
    }

    @Test
    void choose_keptPortTaken_keepsAnother() throws IOException {
        int taken = port.choose();
        try (ServerSocket other = new ServerSocket(taken, 1, InetAddress.getLoopbackAddress())) {
            int chosen = port.choose();

            assertThat(chosen).isNotEqualTo(other.getLocalPort());
            assertThat(port.choose()).isEqualTo(chosen);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "80", "99999999999"})
    void choose_damagedFile_keepsANewPort(String content) throws IOException {
        Files.writeString(file, content);

        assertThat(port.choose()).isBetween(20_000, 32_000);
    }
}
