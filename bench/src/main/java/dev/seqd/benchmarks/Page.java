package dev.seqd.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes {@code docs/benchmarks.md} and its plots from the results. A part without results is named as missing. */
final class Page {
    private final Results results;
    private final Path plots;
    private final List<String> sections = new ArrayList<>();
    private final List<Result> found = new ArrayList<>();

    private Page(Results results, Path plots) {
        this.results = results;
        this.plots = plots;
    }

    /** Writes the page, and the plots beside it in a folder of its name. */
    static void write(Results results, Path file) throws IOException {
        String name = file.getFileName().toString();
        Page page = new Page(results, file.resolveSibling(name.substring(0, name.lastIndexOf('.'))));
        String text = page.text();
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, text);
    }

    private String text() throws IOException {
        Optional<HotPathResult> hotPath = read(Results.HOT_PATH, HotPathResult.class);
        Optional<StallsResult> stalls = read(Results.STALLS, StallsResult.class);
        Optional<CallersResult> callers = read(Results.CALLERS, CallersResult.class);
        Optional<ServiceResult> service = read(Results.SERVICE, ServiceResult.class);
        add(Results.HOT_PATH, hotPath, HotPathSection::values);
        add(Results.STALLS, stalls, StallsSection::values);
        add(Results.CALLERS, callers, CallersSection::values);
        add(Results.SERVICE, service, Page::serviceValues);
        Plots drawn = new Plots(plots);
        if (hotPath.isPresent()) {
            drawn.hotPath(hotPath.get());
        }
        if (stalls.isPresent()) {
            drawn.stalls(stalls.get());
        }
        if (callers.isPresent()) {
            drawn.callers(callers.get());
        }
        return head() + "\n" + String.join("\n", sections);
    }

    private <T extends Result> Optional<T> read(String part, Class<T> type) {
        Optional<T> result = results.read(part, type);
        result.ifPresent(found::add);
        return result;
    }

    private interface Values<T> {
        Map<String, String> of(T result);
    }

    private <T extends Result> void add(String part, Optional<T> result, Values<T> section) {
        if (result.isEmpty()) {
            sections.add("The part `" + part + "` has not been measured: `bench/run " + part + "`.\n");
            return;
        }
        Map<String, String> values = new HashMap<>(section.of(result.get()));
        values.put("run", run(result.get().run()));
        sections.add(Template.named(part + ".md").fill(values));
    }

    private String head() {
        return Template.named("head.md").fill(Map.of("judgement", judgement(), "misses", misses()));
    }

    private String judgement() {
        MarkdownTable table = new MarkdownTable("What", "Measured", "Goal", "Gate", "Verdict");
        checks().forEach(check -> table.row(
                check.what(),
                check.measured(),
                check.goal(),
                check.gate() == null ? "-" : check.gate(),
                check.verdict().equals("met") ? "met" : "**" + check.verdict() + "**"));
        return table.toString();
    }

    private String misses() {
        List<Check> missed = checks().stream()
                .filter(check -> !check.goalMet() || !check.gateMet())
                .toList();
        if (missed.isEmpty()) {
            return "Every goal that was measured is met.";
        }
        StringBuilder text = new StringBuilder("Missed are:\n");
        missed.forEach(check -> text.append("\n- ")
                .append(check.what())
                .append(": ")
                .append(check.measured())
                .append(" in place of ")
                .append(check.goal())
                .append(check.gateMet() ? "" : "; **the gate too**"));
        return text.toString();
    }

    private List<Check> checks() {
        return found.stream().flatMap(result -> result.checks().stream()).toList();
    }

    private static Map<String, String> serviceValues(ServiceResult service) {
        return Map.of(
                "load", service.load().table().strip(),
                "loadCommand", service.load().command(),
                "strict", service.strict().table().strip(),
                "strictCommand", service.strict().command());
    }

    private static String run(RunInfo run) {
        return (run.quick() ? "**A quick run, good for a look and for nothing else.** " : "")
                + "`" + run.command() + "`, " + run.date() + ", commit " + run.source() + ", on " + run.machine()
                + ", JDK " + run.jdk() + ". Load average before it began: " + Units.decimal(run.loadBefore()) + ".";
    }
}
