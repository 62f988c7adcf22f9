package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jcstress.Main;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;

/**
 * Runs the races under jcstress, which forks a JVM for each of them and each way to compile it; needs two cores. By default
 * that is a short run, with the compiler that reorders most; {@code -Dseqd.jcstress="-m default"}, or other options of
 * jcstress, make it another one.
 */
class RacesIT {
    private static final String SHORT = "-m quick -iters 1 -time 500 -sc false -af NONE"
            + " -jvmArgs -XX:+UnlockDiagnosticVMOptions -jvmArgs -XX:-TieredCompilation"
            + " -jvmArgs -XX:+StressLCM -jvmArgs -XX:+StressGCM";
    private static final String OPTIONS = System.getProperty("seqd.jcstress", SHORT);
    private static final long LIMIT_HOURS = 12;

    /** It counts the cores within a second, in which it may get none on a busy machine. */
    private static final String NO_CORES = "Hardware CPUs in use: 0";

    private final Path work = Path.of("target", "jcstress").toAbsolutePath();
    private final Path log = work.resolve("log.txt");

    @Test
    void races_ofChunksAndChains_showNothingForbidden() throws Exception {
        int exit = run();
        for (int again = 0; again < 2 && printed().contains(NO_CORES); again++) {
            exit = run();
        }
        assertThat(exit).as(this::printed).isZero();

        Collection<TestResult> results = results();
        assertThat(results.stream().map(TestResult::getName).distinct()).containsExactlyInAnyOrderElementsOf(races());
        assertThat(results).allSatisfy(result -> {
            assertThat(result.status()).isEqualTo(Status.NORMAL);
            assertThat(result.getTotalCount()).isPositive();
            assertThat(result.grading().isPassed).isTrue();
        });
    }

    private int run() throws IOException, InterruptedException {
        prepare();
        return exitOf(jcstress());
    }

    private void prepare() throws IOException {
        Files.createDirectories(work);
        try (Stream<Path> former = Files.list(work)) {
            for (Path file : former.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
    }

    private ProcessBuilder jcstress() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Djava.io.tmpdir=" + work);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of(OPTIONS.split(" ")));
        command.addAll(List.of("-r", work.resolve("report").toString()));
        return new ProcessBuilder(command)
                .directory(work.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
    }

    private static int exitOf(ProcessBuilder builder) throws IOException, InterruptedException {
        Process process = builder.start();
        try {
            assertThat(process.waitFor(LIMIT_HOURS, TimeUnit.HOURS)).isTrue();
            return process.exitValue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private String printed() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return "no log: " + e;
        }
    }

    private Collection<TestResult> results() throws IOException, ClassNotFoundException {
        InProcessCollector collector = new InProcessCollector();
        try (Stream<Path> files = Files.list(work)) {
            Path file = files.filter(each -> each.toString().endsWith(".bin.gz"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("jcstress left no results"));
            DiskReadCollector reader = new DiskReadCollector(file.toString(), collector);
            reader.dump();
            reader.close();
        }
        return collector.getTestResults();
    }

    private static List<String> races() {
        return Stream.of(ChunkRaces.class, ChainRaces.class)
                .flatMap(races -> Stream.of(races.getDeclaredClasses()))
                .map(race -> race.getName().replace('$', '.'))
                .toList();
    }
}
