package dev.seqd.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.mutants.Classes;
import dev.seqd.mutants.Patch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** That the traffic and its judge notice a broken seqd: without that, what they say of a sound one would mean nothing. */
class MutantsIT {
    private static final Logger LOG = LoggerFactory.getLogger(MutantsIT.class);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int SHOWN = 300;

    @TempDir
    private Path directory;

    /** In every run the quickest; with {@code -Dseqd.long} all. */
    private static Stream<Mutant> mutants() {
        return Boolean.getBoolean("seqd.long")
                ? Stream.of(Mutant.values())
                : Stream.of(Mutant.ANSWERED_BEFORE_COMMIT, Mutant.FENCE_REMOVED, Mutant.OFF_BY_ONE);
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void mutant_underItsFaults_isNoticed(Mutant mutant) throws Exception {
        Path classes = Files.createDirectory(directory.resolve("classes"));
        Classes.write(Patch.files("processes/" + mutant), classes);
        List<String> noticed = new ArrayList<>();
        try (Service service = new Service(directory, classes);
                Traffic traffic = new Traffic(service)) {
            noticed.addAll(endure(mutant.faults(service), traffic));
            traffic.close();
            noticed.addAll(traffic.judge());
        }
        String text = String.join("; ", noticed);
        LOG.warn("{}: {} complaints: {}", mutant, noticed.size(), text.substring(0, Math.min(SHOWN, text.length())));

        assertThat(noticed).as("what was noticed of %s", mutant).isNotEmpty();
    }

    private static List<String> endure(List<Fault> faults, Traffic traffic) throws Exception {
        try {
            traffic.goOn(PATIENCE);
            for (Fault fault : faults) {
                fault.befall(() -> {});
                traffic.goOn(PATIENCE);
            }
            return List.of();
        } catch (ConditionTimeoutException e) {
            return List.of(String.valueOf(e.getMessage()));
        }
    }
}
