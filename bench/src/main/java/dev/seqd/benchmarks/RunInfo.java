package dev.seqd.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Where, when and how a part was measured.
 *
 * @param command what does the same again
 * @param quick whether it was a short run, good for a look and for nothing else
 * @param date begin, in UTC
 * @param source the commit, as far as the launcher knows it
 * @param machine processors and operating system
 * @param jdk the Java that ran it
 * @param loadBefore runnable processes before the run began, averaged over a minute: what else the machine was doing
 */
record RunInfo(
        String command, boolean quick, String date, String source, String machine, String jdk, double loadBefore) {
    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final Path CPUS = Path.of("/proc/cpuinfo");

    /** Of a run of this process that begins now. */
    static RunInfo now(String part, boolean quick) {
        return new RunInfo(
                "bench/run " + part + (quick ? " --quick" : ""),
                quick,
                MINUTE.format(Instant.now()),
                System.getProperty("seqd.bench.source", "unknown"),
                here(),
                System.getProperty("java.runtime.version") + " (" + System.getProperty("java.vendor") + ")",
                Math.max(0, ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()));
    }

    private static String here() {
        return String.format(
                Locale.ROOT,
                "%d cores%s, %s %s %s",
                Runtime.getRuntime().availableProcessors(),
                processor(),
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                System.getProperty("os.arch"));
    }

    private static String processor() {
        try (var lines = Files.lines(CPUS)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .findFirst()
                    .map(line -> " of " + line.substring(line.indexOf(':') + 1).strip())
                    .orElse("");
        } catch (IOException e) {
            return "";
        }
    }
}
