package dev.seqd.benchmarks;

import java.awt.BasicStroke;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategorySeries;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * The pictures of the page.
 *
 * @param directory where they go; made if it is missing
 */
record Plots(Path directory) {
    private static final double MICRO_NANOS = 1e3;
    private static final double LEAST_MICROS = 0.01;
    private static final double MILLI_NANOS = 1e6;
    private static final long LEAST_NANOS = 1;
    private static final BasicStroke DASHED =
            new BasicStroke(2, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, new float[] {6, 4}, 0);

    /** Processor time a call, by subject and threads. */
    void hotPath(HotPathResult result) throws IOException {
        CategoryChart chart =
                Look.categories("Processor time of one call", "calling threads", "nanoseconds a call (log)");
        List<String> threads = new ArrayList<>();
        Set<String> subjects = new LinkedHashSet<>();
        for (HotPathResult.Paired pair : againstBare(result)) {
            if (!threads.contains(Integer.toString(pair.threads()))) {
                threads.add(Integer.toString(pair.threads()));
            }
            subjects.add(pair.subject());
        }
        chart.addSeries(PeerSubjects.Bare.LABEL, threads, bareNanos(result, threads));
        for (String subject : subjects) {
            List<Double> nanos = againstBare(result).stream()
                    .filter(pair -> pair.subject().equals(subject))
                    .map(HotPathResult.Paired::subjectNanos)
                    .toList();
            chart.addSeries(subject, threads, nanos);
        }
        Look.save(chart, directory.resolve("hotpath.svg"));
    }

    private static List<HotPathResult.Paired> againstBare(HotPathResult result) {
        return result.paired().stream()
                .filter(pair -> pair.reference().equals(PeerSubjects.Bare.LABEL))
                .toList();
    }

    /** The AtomicLong's median over all comparisons with as many threads. */
    private static List<Double> bareNanos(HotPathResult result, List<String> threads) {
        return threads.stream()
                .map(count -> Quantiles.of(
                        againstBare(result).stream()
                                .filter(pair -> Integer.toString(pair.threads()).equals(count))
                                .mapToDouble(HotPathResult.Paired::referenceNanos)
                                .toArray(),
                        0.5))
                .toList();
    }

    /** Durations of calls at steady loads. */
    void stalls(StallsResult result) throws IOException {
        CategoryChart chart = Look.categories("Duration of calls at steady loads", "percentile", "microseconds (log)");
        chart.getStyler().setYAxisMin(LEAST_MICROS);
        chart.getStyler().setOverlapped(true).setDefaultSeriesRenderStyle(CategorySeriesRenderStyle.Line);
        int color = 0;
        for (StallsResult.Steady load : result.steady()) {
            String name = Units.count(load.rate()) + "/s";
            line(chart, "seqd, " + name, load.seqd().duration()).setLineColor(Look.color(color));
            CategorySeries reference =
                    line(chart, "AtomicLong, " + name, load.reference().duration());
            reference.setLineColor(Look.color(color)).setLineStyle(DASHED);
            color++;
        }
        Look.save(chart, directory.resolve("stalls.svg"));
    }

    private static CategorySeries line(CategoryChart chart, String name, StallsResult.Latency nanos) {
        List<Double> values = Stream.of(nanos.p50(), nanos.p99(), nanos.p999(), nanos.max())
                .map(figure -> Math.max(LEAST_MICROS, figure / MICRO_NANOS))
                .toList();
        CategorySeries series = chart.addSeries(name, List.of("p50", "p99", "p99.9", "max"), values);
        series.setMarker(SeriesMarkers.NONE);
        return series;
    }

    /** Numbers a second and the 99th percentile, by the number of callers. */
    void callers(CallersResult result) throws IOException {
        XYChart rate = Look.lines("Numbers a second of one counter", "callers (log)", "numbers a second (log)");
        addSources(rate, result, CallersResult.Load::perSecond);
        Look.save(rate, directory.resolve("callers-rate.svg"));
        XYChart latency = Look.lines("99th percentile of a call", "callers (log)", "milliseconds (log)");
        addSources(latency, result, load -> Math.max(LEAST_NANOS, load.p99Nanos()) / MILLI_NANOS);
        Look.save(latency, directory.resolve("callers-p99.svg"));
    }

    private static void addSources(XYChart chart, CallersResult result, ToDoubleFunction<CallersResult.Load> figure) {
        Set<String> sources = new LinkedHashSet<>();
        result.loads().forEach(load -> sources.add(load.source()));
        for (String source : sources) {
            List<CallersResult.Load> loads = result.loads().stream()
                    .filter(load -> load.source().equals(source))
                    .toList();
            chart.addSeries(
                    source,
                    loads.stream().mapToDouble(CallersResult.Load::callers).toArray(),
                    loads.stream().mapToDouble(figure).toArray());
        }
    }
}
