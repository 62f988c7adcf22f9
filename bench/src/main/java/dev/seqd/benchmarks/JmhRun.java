package dev.seqd.benchmarks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs {@link HotPathBenchmark} by JMH, in processes of its own. */
final class JmhRun {
    /** What tables call the benchmark methods, in the order of the tables. */
    static final Map<String, String> LABELS = Map.of(
            "atomicLong", PeerSubjects.Bare.LABEL,
            "handle", SeqdSubjects.HANDLE,
            "literal", SeqdSubjects.LITERAL,
            "segmentId", PeerSubjects.CosIdSegment.LABEL,
            "segmentChainId", PeerSubjects.CosIdChain.LABEL,
            "pooledLo", PeerSubjects.PooledLo.LABEL,
            "locked", PeerSubjects.Locked.LABEL);

    private JmhRun() {}

    /** Every subject with so many threads. Blocks for minutes. */
    static List<HotPathResult.Jmh> run(int threads, boolean quick) {
        Options options = new OptionsBuilder()
                .include(HotPathBenchmark.class.getName())
                .threads(threads)
                .forks(quick ? 1 : 2)
                .warmupIterations(quick ? 1 : 3)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(quick ? 2 : 5)
                .measurementTime(TimeValue.milliseconds(quick ? 500 : 1000))
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true)
                .build();
        try {
            List<HotPathResult.Jmh> figures = new ArrayList<>();
            for (RunResult result : new Runner(options).run()) {
                figures.add(figure(result, threads));
            }
            figures.sort(Comparator.comparing(HotPathResult.Jmh::nanos));
            return figures;
        } catch (RunnerException e) {
            throw new IllegalStateException("JMH: " + e.getMessage(), e);
        }
    }

    private static HotPathResult.Jmh figure(RunResult result, int threads) {
        String name = result.getParams().getBenchmark();
        String method = name.substring(name.lastIndexOf('.') + 1);
        String label = LABELS.getOrDefault(method, method);
        double score = result.getPrimaryResult().getScore();
        double error = result.getPrimaryResult().getScoreError();
        return new HotPathResult.Jmh(label, threads, score, Double.isNaN(error) ? 0 : error);
    }
}
