package dev.seqd.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The compose file is one that compose understands. */
class ComposeIT {
    private static final Path ROOT = Path.of(System.getProperty("maven.multiModuleProjectDirectory", "../.."));

    @Test
    void compose_config_isValidAndHasThreeNodes() throws IOException, InterruptedException {
        Process compose = new ProcessBuilder("docker-compose", "-f", "docker-compose.yml", "config", "--services")
                .directory(ROOT.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(compose.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(compose.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(compose.exitValue()).as(output).isZero();
        assertThat(output.lines()).contains("postgres", "seqd1", "seqd2", "seqd3");
    }
}
